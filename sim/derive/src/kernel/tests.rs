use super::*;

const FIELDS: &str = "Thing { clock: signal, a: signal, n: signal, y: signal, taps: signal, state: register, \
                      held: register, u: part Unit, us: part Unit, }";

fn kernel(text: &str) -> Result<TokenStream> {
    body(
        format!(
            "{FIELDS} impl Logic for Thing {{ fn update(&mut self) {{ {text} }} fn both(&mut self) {{ let x = a ^ n; y = \
             x; }} fn again(&mut self) {{ self.again(); }} fn of_caller(&mut self) {{ y = news; }} fn put(&mut self, what: Bit) {{ y = what; }} fn set_n(&mut self) {{ n = a; }} }}"
        )
            .parse()
            .unwrap(),
    )
}

/// The kernel's statements as text without spaces, after those that hold the registers.
fn written(text: &str) -> String {
    let plain = kernel(text).unwrap().to_string().replace(' ', "");
    let kept = "{self.state.d.next=self.state.q.val();self.held.d.next=self.held.q.val();";
    let start = plain.find(kept).expect("registers keep their values") + kept.len();
    let end = plain.find("#[allow(unused_parens)]fnhdl(").unwrap_or(plain.len());
    plain[start..end].trim_end_matches('}').to_string()
}

fn refused(text: &str) -> String {
    match kernel(text) {
        Err(error) => error.to_string(),
        Ok(tokens) => {
            let text = tokens.to_string();
            let error = text.split_once("compile_error").map_or("", |(_, error)| error);
            error.split('"').nth(1).unwrap_or_default().to_string()
        }
    }
}

#[test]
fn the_table_is_right() {
    for (short, full) in [
        ("y = a + 1;", "self.y.next=self.a.val()+1;"),
        ("y = 0;", "self.y.next=0.into();"),
        (
            "u.enable = u.ready & a;",
            "self.u.enable.next=self.u.ready.val()&self.a.val();",
        ),
        ("held.d = held.q + 1;", "self.held.d.next=self.held.q.val()+1;"),
        (
            "d.phase = q.phase;",
            "self.state.d.next.phase=self.state.q.val().phase;",
        ),
        ("d = q;", "self.state.d.next=self.state.q.val();"),
        ("taps[2] = u.point.row;", "self.taps[2].next=self.u.point.val().row;"),
        (
            "us[1].at.row = a.at.row;",
            "self.us[1].at.next.row=self.a.val().at.row;",
        ),
        (
            "for i in 0..4 { taps[i] = us[i].on; }",
            "foriin0..4{self.taps[i].next=self.us[i].on.val();",
        ),
        (
            "y = bit_cast::<4, 8>(a.get_bits::<2>(u.n.index()));",
            "self.y.next=bit_cast::<4,8>(::tengen_sim::shift::Sliced::part::<2>(self.a.val(),self.u.n.val().index()));",
        ),
        ("self.y.next = self.a.val();", "self.y.next=self.a.val();"),
        (
            "let sum = a + q.n; y = sum << 1;",
            "letsum=self.a.val()+self.state.q.val().n;self.y.next=::tengen_sim::shift::shifted_left(sum,1);",
        ),
        ("let now = u.point; y = now.row;", "self.y.next=self.u.point.val().row;"),
        // What the kernel assigns later is kept.
        (
            "let before = y; y = a; taps[0] = before;",
            "letbefore=self.y.val();self.y.next=self.a.val();self.taps[0].next=before;",
        ),
        // A count is put in where it is used, if it is still the same there.
        (
            "n = a; let i = n.index() + 1; y = a.get_bit(i);",
            "self.n.next=self.a.val();self.y.next=self.a.val().get_bit((self.n.val().index()+1));",
        ),
        (
            "let i = n.index(); if a { n = a; } else { y = a.get_bit(i); }",
            "ifself.a.val(){self.n.next=self.a.val();}else{self.y.next=self.a.val().get_bit(self.n.val().index());",
        ),
        (
            "let i = u.n.index(); u.point = a; y = a.get_bit(i);",
            "self.u.point.next=self.a.val();self.y.next=self.a.val().get_bit(self.u.n.val().index());",
        ),
        ("y = NINE;", "self.y.next=NINE.into();"),
        ("y = a + Self::NINE;", "self.y.next=self.a.val()+Self::NINE;"),
        ("y = NINE - 1;", "self.y.next=(NINE-1).into();"),
        (
            "y = if a { 1 } else { q.n };",
            "ifself.a.val(){self.y.next=1.into();}else{self.y.next=self.state.q.val().n;",
        ),
        (
            "y = a + mux(q.f, 1, a);",
            "self.y.next=self.a.val()+(ifself.state.q.val().f{1.into()}else{self.a.val()});",
        ),
        (
            "y = cat(a, q.n); y = cat::<9>(a, a);",
            "self.y.next=::tengen_sim::cat((self.a.val(),self.state.q.val().n,));\
             self.y.next=::tengen_sim::cat::<9,_>((self.a.val(),self.a.val(),));",
        ),
        (
            "u = Unit { on: a, n }; Unit { y, .. } = us[0];",
            "self.u.on.next=self.a.val();self.u.n.next=self.n.val();self.y.next=self.us[0].y.val();",
        ),
        (
            "d = State { n: 1, ..q };",
            "self.state.d.next=self.state.q.val();self.state.d.next.n=1.into();",
        ),
        (
            "self.both();",
            "letboth_x=self.a.val()^self.n.val();self.y.next=both_x;",
        ),
        (
            "match q.phase { Phase::Run | Phase::Stop => y = 1, _ => {} }",
            "matchself.state.q.val().phase{Phase::Run=>self.y.next=1.into(),Phase::Stop=>self.y.next=1.into(),_=>{",
        ),
    ] {
        assert_eq!(written(short), full, "{short}");
    }
}

#[test]
fn a_let_ends_with_its_block_and_may_be_hidden() {
    let text = "let x = a; if x { let x = !a; y = x; } y = x;";
    assert_eq!(
        written(text),
        "ifself.a.val(){letx=!self.a.val();self.y.next=x;}self.y.next=self.a.val();"
    );
}

#[test]
fn what_it_does_not_take_is_refused_with_its_reason() {
    for (text, reason) in [
        ("y = b;", "`b` is no field of Thing and no name of a `let` or a loop"),
        ("b = a;", "`b` is no field of Thing and no name of a `let` or a loop"),
        ("y = u;", "`u` is a part: name one of its ports"),
        (
            "let x = match a { true => 1, _ => 0 }; y = x;",
            "a `let` in a kernel is for a plain expression: write a Local signal and an `if`",
        ),
        (
            "let mut x = a; y = x;",
            "a `let` in a kernel cannot change: write a Local signal",
        ),
        (
            "let x = n; x = y;",
            "a `let` in a kernel cannot change: write a Local signal",
        ),
        (
            "let x; y = a;",
            "a `let` in a kernel needs its expression: `let name = ..;`",
        ),
        (
            "let (x, z) = (a, y); y = x;",
            "a `let` in a kernel names one expression: `let name = ..;`",
        ),
        (
            "let i = n.index() + 1; n = a; y = a.get_bit(i);",
            "`i` reads `n`, which has been assigned since: keep it, `let before = n;`",
        ),
        (
            "let i = n.index(); self.set_n(); y = a.get_bit(i);",
            "`i` reads `n`, which has been assigned since: keep it, `let before = n;`",
        ),
        (
            "let i = u.point.row.index(); if a { u.point = n; } y = a.get_bit(i);",
            "`i` reads `u.point.row`, which has been assigned since: keep it, `let before = u.point.row;`",
        ),
        (
            "let i = n.index(); for j in 0..2 { taps[j] = a.get_bit(i); n = a; }",
            "`i` reads `n`, which has been assigned since: keep it, `let before = n;`",
        ),
        ("u = Other { on: a };", "`u` is a Unit, and no Other"),
        (
            "Unit { y } = u;",
            "a part has more ports than its outputs: end the list with `..`",
        ),
        ("self.neither();", "no function of this `impl`"),
        (
            "self.put();",
            "a function of a kernel takes `&mut self` and its arguments, and gives nothing",
        ),
        ("self.again();", "a function of a kernel cannot call itself"),
        (
            "let news = a ^ n; self.of_caller();",
            "`news` belongs to the caller: pass it as an argument",
        ),
        ("y = if a { n };", "a value on every path: write an `else`"),
        (
            "let a = y; y = a;",
            "`a` is a field of Thing already: call it by another name",
        ),
        (
            "for a in 0..2 { y = 1; }",
            "`a` is a field of Thing already: call it by another name",
        ),
    ] {
        assert_eq!(refused(text), reason, "{text}");
    }
}

#[test]
fn it_stands_over_the_logic_of_a_circuit() {
    for text in [
        "impl Thing { fn update(&mut self) {} }",
        "impl Other for Thing { fn update(&mut self) {} }",
    ] {
        let error = attribute(text.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "#[kernel] stands over `impl Logic for` a circuit");
    }
    let error = body(format!("{FIELDS} impl Logic for Thing {{ }}").parse().unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "#[kernel] rewrites `fn update(&mut self)`, and there is none here"
    );
}
