//! The club: its numbers and rules ([`ledger`]), how a person meets it
//! ([`socket`]), and what its page says ([`words`]).

pub mod changes;
pub mod counter;
pub mod ledger;
pub mod pictures;
pub mod socket;
pub mod words;
