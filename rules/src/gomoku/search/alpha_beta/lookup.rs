//! A node is looked up in the table.

use super::{
    Bound, FOURS, Filter, Frame, LOOK, Node, REMEMBERED_DEPTH, SURVEY, Search, State, TABLE_SIZE, TAG_BITS, Value,
};

impl Search<'_> {
    /// Looks the node up in the table; on a miss, finds its candidates.
    pub(super) fn look(&mut self, node: Node, filter: Filter, otherwise: i32) {
        let remembers = node.depth >= REMEMBERED_DEPTH && node.ply > 0;
        let key = self.position.key();
        let slot = key as usize % TABLE_SIZE;
        let tag = (key / TABLE_SIZE as u64 % (1 << TAG_BITS)) as u32 * 2 + u32::from(self.fours_only);
        let entry = self.table[slot].filter(|entry| remembers && entry.tag == tag);
        // A score of another depth would be a different value.
        if let Some(entry) = entry.filter(|entry| i32::from(entry.depth) == node.depth) {
            let score = entry.score.into();
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= node.beta,
                Bound::Upper => score <= node.alpha,
            };
            if cuts {
                self.pass(LOOK);
                return self.state = State::Return(Value { entered: true, ..Value::bound(score, Some(entry.best)) });
            }
        }
        // If a stone lies there, the entry belongs to another position.
        let remembered = match node.ply {
            0 => self.best,
            _ => entry
                .map(|entry| entry.best)
                .filter(|&at| self.position.stone(at.into()).is_none()),
        };
        let lanes = self.settings.lanes;
        self.pass(match remembered {
            Some(_) if node.ply > 0 => LOOK,
            None if node.surveyed == Some(filter) => lanes.survey_left(node.advanced),
            None => SURVEY,
            Some(_) => 0,
        });
        let most = match self.attacks(node.mover) {
            true => FOURS,
            false if node.ply == 0 => self.settings.root_candidates,
            false => self.settings.candidates,
        };
        let mut list = self.candidates(node.mover, filter, most + 1);
        if let Some(at) = remembered {
            list.begin_with(at);
        }
        list.length = list.length.min(most);
        self.pass(1);
        if list.length == 0 {
            return self.state = State::Return(Value::bound(otherwise, None));
        }
        self.stack.push(Frame {
            most,
            remembered: remembered.is_some(),
            kept: remembers.then_some((slot, tag)),
            ..Frame::new(node, filter, list)
        });
        self.state = State::Try;
    }
}
