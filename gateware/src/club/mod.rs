//! The club: its numbers and rules ([`ledger`]), its user interface ([`socket`]), and the texts of its page
//! ([`words`]).

pub mod changes;
pub mod ledger;
pub mod pictures;
pub mod socket;
pub mod words;
