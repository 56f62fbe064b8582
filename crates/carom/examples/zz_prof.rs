use carom::law::*; use carom::*;
fn main() {
    let count: usize = std::env::args().nth(2).and_then(|a| a.parse().ok()).unwrap_or(16); let alpha: f64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(1.5);
    let mut w=World::new(); let h=w.mass(0.01).unwrap();
    let modes: Vec<Mode>=(0..count).map(|i| Mode::ringing(0.05,100.0*150f64.powf(i as f64/count as f64),500.0)).collect();
    let b=w.body(&modes).unwrap();
    let face=b.weighing(&vec![1.0;count]).unwrap(); w.pickup(face.clone()).unwrap();
    w.contact(&h,face,Law::hunt_crossley(1e6*if alpha==1.5 {1.0} else {1e3},alpha,Damping::Mu(0.1)).unwrap()).unwrap();
    w.push(&h,20.0).unwrap();
    let mut s=w.state().clone(); s.velocity[1..].fill(0.01); w.set_state(&s).unwrap();
    let (mut v,_h)=w.start(44100.0, Options{substeps:Substeps::Fixed(16),..Options::offline()}).unwrap();
    let mut row=vec![0.0f64; 250];
    let mut best=f64::INFINITY;
    for _ in 0..3000 { let t=std::time::Instant::now(); v.process(&mut [&mut row]); best=best.min(t.elapsed().as_secs_f64()*1e9/(250.0*16.0)); }
    eprintln!("{best:.1} ns/step");
}
