use carom_study::impact::*; use carom::law::Damping;
#[test] fn p() {
    for (n,k,mu,a,v) in [("I",1e3,0.5,1.5,0.5),("IIa",1e7,0.01,1.3,0.5),("IIb",1e9,0.5,1.5,1.0)] {
        let i = Impact{damping:Damping::Mu(mu),velocity:v,..Impact::new(0.01,k,a)};
        let c=compare(&i,&mut |_|{}).unwrap();
        println!("{n} {:?}",c.exact);
        for r in &c.runs { println!("{:12} {:?} n={} tau={:?} devx {:?} err {:?} erra {:?} devh {:?} it {:?} res {:?} {:?}",r.scheme,r.status,r.samples,r.contact_time,r.dev_x,r.err_v_out,r.err_v_out_approx,r.dev_h,r.iterations_max,r.energy_residual,r.message); }
        if n!="I" { let i=Impact{rebounds:Some(Rebounds{count:100,kind:ReboundKind::Restart}),..i};
        let c=compare(&i,&mut |_|{}).unwrap();
        for r in &c.runs { println!("   {:12} {:?} acc {:?} maxdev {:?} {:?}",r.scheme,r.status,r.accumulated,r.max_dev,r.message); }}
    }
}
