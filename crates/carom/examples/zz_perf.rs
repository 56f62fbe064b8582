use std::hint::black_box; use std::time::Instant;
use carom::law::*; use carom::*;
fn fastest(rounds: usize, mut round: impl FnMut()) -> f64 { let mut best=f64::INFINITY; for _ in 0..rounds { let s=Instant::now(); round(); best=best.min(s.elapsed().as_secs_f64()); } best }
fn voice(count: usize, pressed: bool, alpha: f64) -> (Voice, Hands) {
    let mut w=World::new(); let h=w.mass(0.01).unwrap();
    let modes: Vec<Mode>=(0..count).map(|i| Mode::ringing(0.05,100.0*150f64.powf(i as f64/count as f64),500.0)).collect();
    let b=w.body(&modes).unwrap();
    let face=b.weighing(&vec![1.0;count]).unwrap(); w.pickup(face.clone()).unwrap();
    let c=w.contact(&h,face,Law::hunt_crossley(1e6*if alpha==1.5 {1.0} else {1e3},alpha,Damping::Mu(0.1)).unwrap()).unwrap();
    w.gap(c, if pressed {0.0} else {1e3}).unwrap();
    if pressed { w.push(&h,20.0).unwrap(); }
    let mut s=w.state().clone(); s.velocity[1..].fill(0.01); w.set_state(&s).unwrap();
    w.start(44100.0, Options{substeps:Substeps::Fixed(16),..Options::offline()}).unwrap()
}
fn obvious(count: usize) -> f64 {
    let frames=16_384.min(8_000_000/count);
    let a: Vec<f64>=(0..count).map(|i| 2.0*(0.01+i as f64/count as f64).cos()).collect(); let b=vec![-0.99999;count];
    let (mut now,mut before)=(vec![0.1;count],vec![0.0;count]); let mut sound=vec![0.0;frames];
    let s=fastest(15,||{ for sample in &mut sound { let mut sum=0.0; for i in 0..count { let next=a[i]*now[i]+b[i]*before[i]; before[i]=now[i]; now[i]=next; sum+=next; } *sample=sum; } black_box(sound[frames-1]); });
    s*1e9/frames as f64
}
fn main() {
    for count in [1usize,4,16,64,256,1024] {
        let plain=obvious(count);
        let (mut v,_h)=voice(count,false,1.5); let frames=65536.min(20_000_000/count); let mut sound=vec![0.0f64;frames];
        let free=fastest(9,||{v.process(&mut [&mut sound]);})*1e9/frames as f64;
        let mut cost=|alpha:f64| { let (mut v,_h)=voice(count,true,alpha); let frames=frames/16; let mut sound=vec![0.0f64;frames]; let before=v.counts(); let t=fastest(9,||{v.process(&mut [&mut sound]);})*1e9/(frames*16) as f64; let c=v.counts(); (t,(c.evaluations-before.evaluations) as f64/(c.contact_steps-before.contact_steps) as f64) };
        let (c15,c23)=(cost(1.5),cost(2.3));
        println!("{count:5} modes: plain {plain:8.1} ns free {free:7.2} ns ({:.2}x)  contact 1.5: {:.1} ns = {:.2}x ({:.1} ev)  2.3: {:.1} ns = {:.2}x ({:.1} ev)", plain/free, c15.0, c15.0/plain, c15.1, c23.0, c23.0/plain, c23.1);
    }
    let (mut v,_h)=voice(64,false,1.5);
    let mut t64=0.0;
    for len in [64usize,1,8,32,48,63,100,1000] { let n=(65536/len).max(1); let mut row=vec![0.0f64;len]; let t=fastest(9,||{ for _ in 0..n { v.process(&mut [&mut row]); } })*1e9/(n*len) as f64; if len==64 {t64=t;} println!("calls of {len}: {t:.2} ns/sample {:.2}", t/t64); }
}
