//! Builds a tree of games from the nodes of a file.
//!
//! The nodes come in file order, each variation after the line it varies. So one game suffices: it plays each node, and
//! takes its plies back at the end of a variation. The properties of a node are handled in this order:
//!
//! | properties | belong to |
//! |---|---|
//! | GM, SZ, RU, PB, PW, DT, EV, RE | the whole game; read on the main line only, the first of each counts |
//! | AB, AW, PL | the position at the root |
//! | B, W, C | the node |

use super::record::Record;
use super::syntax::{Event, Property, Reader};
use super::tree::{Node, Tree};
use super::{Fault, crossing, setup};
use crate::gomoku::{Colour, Crossing, Game, Ply, Refused, Rule};
use crate::notation::{Head, Outcome};

/// The greatest number of remarks on a file that are listed; the others are only counted.
const MOST_REMARKS: usize = 20;

/// Reads the main line of the first game. Anything after its end is ignored.
///
/// # Errors
/// A [`Fault`] at the first byte or property that cannot be understood, belongs to another game, or is not a legal
/// move.
pub fn read(file: &[u8]) -> Result<Record, Fault> {
    let tree = Builder::default().build(file, true)?;
    Ok(tree.record(tree.nodes.len() - 1))
}

/// Reads the first game with its variations. A variation that cannot be followed is cut, with a remark.
///
/// # Errors
/// The [`Fault`]s of [`read`], and one at any byte that does not follow the grammar.
pub fn read_tree(file: &[u8]) -> Result<Tree, Fault> {
    Builder::default().build(file, false)
}

struct Builder {
    tree: Tree,
    /// The game from the beginning to the present node.
    game: Game,
    node: usize,
    /// For each open variation, the node and the number of plies before it.
    open: Vec<(usize, usize)>,
    /// No variation has ended yet.
    on_main_line: bool,
    /// Inside a variation that was cut: the number of variations open at that point.
    cut: Option<usize>,
    /// Header properties that have been read.
    known: Vec<String>,
    more_remarks: usize,
}

impl Default for Builder {
    fn default() -> Self {
        let root = Node { parent: None, ply: None, comment: String::new(), children: vec![] };
        Builder {
            tree: Tree { head: Head::default(), rule: Rule::Freestyle, result: None, setup: vec![], nodes: vec![root] },
            game: Game::new(Rule::Freestyle),
            node: 0,
            open: vec![],
            on_main_line: true,
            cut: None,
            known: vec![],
            more_remarks: 0,
        }
    }
}

impl Builder {
    fn build(mut self, file: &[u8], main_line_alone: bool) -> Result<Tree, Fault> {
        let mut reader = Reader::new(file)?;
        let mut is_root = true;
        loop {
            match reader.event()? {
                Event::Open => self.open.push((self.node, self.game.plies().len())),
                Event::Close => {
                    if self.close() || main_line_alone {
                        break;
                    }
                }
                Event::Node(_) if self.cut.is_some() => {}
                Event::Node(properties) => {
                    let followed = self.follow(&properties, std::mem::take(&mut is_root));
                    match followed {
                        Err(fault) if self.on_main_line => return Err(fault),
                        Err(fault) => {
                            self.remark(format!("{fault}; the variation is cut there"));
                            self.cut = Some(self.open.len());
                        }
                        Ok(()) => {}
                    }
                }
            }
        }
        if self.more_remarks > 0 {
            self.tree.head.remarks.push(format!("and {} more", self.more_remarks));
        }
        Ok(self.tree)
    }

    /// Goes back to the start of the variation; returns whether it was the game itself.
    fn close(&mut self) -> bool {
        self.on_main_line = false;
        if let Some((node, plies)) = self.open.pop() {
            self.node = node;
            while self.game.plies().len() > plies {
                self.game.take_back();
            }
        }
        self.cut = self.cut.filter(|depth| *depth <= self.open.len());
        self.open.is_empty()
    }

    fn remark(&mut self, remark: String) {
        if self.tree.head.remarks.len() < MOST_REMARKS {
            self.tree.head.remarks.push(remark);
        } else {
            self.more_remarks += 1;
        }
    }

    fn follow(&mut self, properties: &[Property], is_root: bool) -> Result<(), Fault> {
        if self.on_main_line {
            self.header(properties)?;
        }
        let of = |name: &str| properties.iter().find(|property| property.name == name);
        if is_root {
            self.set_up(properties)?;
        } else if let Some(set_up) = ["AB", "AW", "AE"].into_iter().find_map(of) {
            let what = format!("{} changes the position within the game", set_up.shown());
            return Err(set_up.fault(format!("{what}; stones are set up before it alone")));
        }
        if let Some(player) = of("PL") {
            self.player(player)?;
        }
        let mut moves = properties
            .iter()
            .filter(|property| ["B", "W"].contains(&&*property.name));
        if let Some(first) = moves.next() {
            for property in std::iter::once(first).chain(moves) {
                let ply = ply(property, &mut self.game)?;
                self.add(Some(ply));
            }
        } else if !is_root {
            self.add(None);
        }
        if let Some(comment) = of("C") {
            self.tree.nodes[self.node].comment.clone_from(&comment.values[0]);
        }
        Ok(())
    }

    /// Adds a node after the present one.
    fn add(&mut self, ply: Option<Ply>) {
        let number = self.tree.nodes.len();
        self.tree.nodes[self.node].children.push(number);
        self.tree
            .nodes
            .push(Node { parent: Some(self.node), ply, comment: String::new(), children: vec![] });
        self.node = number;
    }

    /// Reads the properties of the whole game.
    fn header(&mut self, properties: &[Property]) -> Result<(), Fault> {
        let is_ours = |size: &Property| ["15", "15:15"].contains(&size.values[0].trim());
        let sized = properties
            .iter()
            .any(|property| property.name == "SZ" && is_ours(property));
        for property in properties {
            const HEADER: [&str; 8] = ["GM", "SZ", "RU", "PB", "PW", "DT", "EV", "RE"];
            if !HEADER.contains(&&*property.name) || self.known.contains(&property.name) {
                continue;
            }
            self.known.push(property.name.clone());
            let value = &property.values[0];
            match property.name.as_str() {
                "GM" => match value.trim() {
                    "4" => {}
                    "1" if sized => self.remark("GM[1] is Go; read as Gomoku".into()),
                    "1" => {
                        let what = "GM[1] is Go; it is read as Gomoku only with SZ[15]";
                        return Err(property.fault(what.into()));
                    }
                    _ => {
                        let what = format!("{} is another game; Gomoku and Renju are GM[4]", property.shown());
                        return Err(property.fault(what));
                    }
                },
                "SZ" if !is_ours(property) => {
                    let what = format!("{} is another board; this one is SZ[15]", property.shown());
                    return Err(property.fault(what));
                }
                "RU" => self.rule(property),
                "RE" => self.tree.result = Outcome::read(value),
                name => {
                    if let Some(line) = self.tree.head.property_mut(name) {
                        *line = value.replace('\n', " ");
                    }
                }
            }
        }
        Ok(())
    }

    fn rule(&mut self, property: &Property) {
        if !self.game.plies().is_empty() {
            let rule = self.tree.rule;
            self.remark(format!(
                "{} comes behind the first move; read as {rule}",
                property.shown()
            ));
            return;
        }
        let rule = rule(&property.values[0]).unwrap_or_else(|| {
            self.remark(format!(
                "{} is no rule of this machine; read as freestyle",
                property.shown()
            ));
            Rule::Freestyle
        });
        self.tree.rule = rule;
        self.game = Game::new(rule);
    }

    /// Reads the stones on the board at the root, as plies. Setting empty crossings on an empty board changes nothing.
    fn set_up(&mut self, properties: &[Property]) -> Result<(), Fault> {
        let mut stones: [Vec<Crossing>; 2] = Default::default();
        let mut first = None;
        for property in properties {
            let colour = match property.name.as_str() {
                "AB" => Colour::Black,
                "AW" => Colour::White,
                _ => continue,
            };
            first = first.or(Some(property));
            for value in &property.values {
                let wrong = |why: &str| property.fault(format!("{}: {why}", property.shown_with(value)));
                for at in crossing::all_named(value.trim()).ok_or_else(|| wrong(NO_CROSSING))? {
                    if stones.iter().flatten().any(|taken| *taken == at) {
                        return Err(wrong(TAKEN));
                    }
                    stones[colour as usize].push(at);
                }
            }
        }
        let Some(first) = first else { return Ok(()) };
        let [black, white] = &stones;
        let wrong = |why| {
            first.fault(format!(
                "{} sets up a position that is none of a game: {why}",
                first.shown()
            ))
        };
        let order = setup::plies(self.tree.rule, black, white).map_err(wrong)?;
        for at in &order {
            self.game.play(*at).map_err(|refused| wrong(refused.to_string()))?;
        }
        self.tree.setup = order;
        Ok(())
    }

    /// Checks the side to move that the file gives.
    fn player(&self, property: &Property) -> Result<(), Fault> {
        let wrong = |why: &str| Err(property.fault(format!("{}: {why}", property.shown())));
        let said = match property.values[0].trim().to_lowercase().chars().next() {
            Some('b' | '1') => Colour::Black,
            Some('w' | '2') => Colour::White,
            _ => return wrong("it names neither B nor W"),
        };
        match self.game.turn() {
            turn if turn == said => Ok(()),
            Colour::Black => wrong("by the stones it is black's turn"),
            Colour::White => wrong("by the stones it is white's turn"),
        }
    }
}

const NO_CROSSING: &str = "no crossing; there are aa to oo, or a1 to o15";
const TAKEN: &str = "the crossing is taken";

/// Plays the move of a property.
fn ply(property: &Property, game: &mut Game) -> Result<Ply, Fault> {
    let colour = if property.name == "B" { Colour::Black } else { Colour::White };
    let value = property.values[0].trim();
    let (number, rule) = (game.plies().len() + 1, game.rule());
    let wrong = |why: &str| property.fault(format!("move {number}, {}: {why}", property.shown()));
    if property.values.len() > 1 {
        return Err(wrong("a move has one crossing"));
    }
    if game.end().is_none() && colour != game.turn() {
        return Err(wrong(
            "the other side is to move; a turn that was lost is an empty move",
        ));
    }
    let ply = match (value, crossing::named(value)) {
        ("" | "tt", _) => Ply::Pass,
        (_, Some(at)) => Ply::Stone(at),
        (_, None) => return Err(wrong(NO_CROSSING)),
    };
    let played = match ply {
        Ply::Stone(at) => game.play(at),
        Ply::Pass => game.pass(),
    };
    match played {
        Ok(()) => Ok(ply),
        Err(Refused::Taken) => Err(wrong(TAKEN)),
        Err(Refused::Over) => Err(wrong(&format!("the game is over by the rule, {rule}"))),
    }
}

/// The rule that a file means, by the names that programs use, or by the numbers of the Gomocup protocol; an empty name
/// means freestyle.
fn rule(text: &str) -> Option<Rule> {
    let text = text.trim().to_lowercase();
    let says = |names: &[&str]| names.iter().any(|name| text.contains(name));
    match text.as_str() {
        "" | "0" => Some(Rule::Freestyle),
        "1" => Some(Rule::ExactFive),
        "4" => Some(Rule::Renju),
        _ if says(&["renju", "rif"]) => Some(Rule::Renju),
        _ if says(&["exact", "standard"]) => Some(Rule::ExactFive),
        _ if says(&["free", "gomoku"]) => Some(Rule::Freestyle),
        _ => None,
    }
}
