//! A keyboard that answers a host (USB 2.0, 8.5 and chapter 9; HID 1.11, chapter 7), with faults at will.
//!
//! ```text
//! host       SETUP DATA0            IN            ACK
//! keyboard               ACK            DATA1
//! ```
//!
//! The model answers as the standard says, or is at fault as often as [`Faults`] says. What the host does against the
//! standard is collected in [`UsbKeyboard::objections`].

use std::collections::VecDeque;

use super::{
    packet::Packet,
    shape::Shape,
    wire::{Heard, Line, Wire},
};
use crate::Random;

/// How often the device is at fault: once in so many times; 0 is never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// It is not ready, and says so (NAK). This is no fault, only slow.
    pub busy: u64,
    /// A bit of what it sends is wrong.
    pub wrong: u64,
    /// It does not answer.
    pub silent: u64,
    /// It answers after the host has given up.
    pub late: u64,
    /// It does not hear a packet.
    pub deaf: u64,
    /// It refuses a poll (STALL).
    pub halted: u64,
    /// It refuses SET_IDLE, SET_PROTOCOL, SET_REPORT and the descriptor of its reports, each time.
    pub refuses: bool,
    /// It reports only after the descriptor of its reports was read.
    pub waits_for_report_descriptor: bool,
}

/// A request to endpoint 0.
#[derive(Clone, Debug, Default)]
struct Control {
    /// The data that are still to be sent, cut into packets.
    parts: VecDeque<Vec<u8>>,
    toggle: bool,
    /// The host sends data.
    takes: bool,
    refused: bool,
    /// What the request changes.
    then: Option<Then>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Address(u8),
    Configuration(u8),
    Protocol(u8),
    Leds,
    ReportDescriptorRead,
}

/// What the device has to do next.
#[derive(Clone, Debug)]
enum Expects {
    Token,
    /// Data after a SETUP, or after an OUT to endpoint 0.
    Data {
        setup: bool,
    },
    /// The host's ACK for data of this endpoint.
    Ack {
        endpoint: u8,
    },
}

/// A packet holds that many bytes at low speed.
const MOST: usize = 8;
/// Bits from the end of a packet to the next sender's first: at least 2, and at most 6.5 for a device (USB 2.0, 7.1.18
/// and 7.1.19). A host gives up after 18.
const SOONEST: f64 = 2.0;
const LATEST: f64 = 6.5;
const TOO_LATE: f64 = 24.0;
/// A host answers within 7.5 bits.
const HOST_LATEST: f64 = 7.5;

/// A keyboard. A clone is in the same state, and goes on by itself.
#[derive(Clone)]
pub struct UsbKeyboard {
    shape: Shape,
    faults: Faults,
    wire: Wire,
    random: Random,
    plugged: bool,
    address: u8,
    configuration: u8,
    boot: bool,
    descriptor_read: bool,
    expects: Expects,
    control: Control,
    /// DATA1 is next at the endpoint of the reports.
    toggle: bool,
    reports: VecDeque<[u8; 8]>,
    /// An answer, and the clocks until it is sent.
    answer: Option<(u64, Vec<bool>)>,
    /// The bits of all answers so far.
    sent: usize,
    /// The one of them that is wrong, by its number from 0.
    wrong_bit: Option<usize>,
    /// Clocks since the last packet ended on the line.
    quiet: u64,
    last_line: Line,
    leds: u8,
    resets: u32,
    taken: u64,
    objections: Vec<String>,
}

impl UsbKeyboard {
    /// Creates a keyboard that is not plugged in. `bit` is the clocks of the system in one of its bits: 16.67 at 25 MHz.
    pub fn new(shape: Shape, bit: f64) -> Self {
        UsbKeyboard {
            shape,
            faults: Faults::default(),
            wire: Wire::new(bit),
            random: Random::new(1),
            plugged: false,
            address: 0,
            configuration: 0,
            boot: false,
            descriptor_read: false,
            expects: Expects::Token,
            control: Control::default(),
            toggle: false,
            reports: VecDeque::new(),
            answer: None,
            sent: 0,
            wrong_bit: None,
            quiet: 0,
            last_line: Line::Se0,
            leds: 0,
            resets: 0,
            taken: 0,
            objections: vec![],
        }
    }

    pub fn with_faults(self, faults: Faults, seed: u64) -> Self {
        UsbKeyboard { faults, random: Random::new(seed), ..self }
    }

    /// Exactly one bit of all that it sends is wrong: the one with this number, from 0.
    pub fn with_wrong_bit(self, number: usize) -> Self {
        UsbKeyboard { wrong_bit: Some(number), ..self }
    }

    pub fn plug(&mut self, plugged: bool) {
        self.plugged = plugged;
        self.restart();
        self.reports.clear();
    }

    /// Queues a report: the modifiers, a byte of no meaning, and up to six usages.
    pub fn report(&mut self, report: [u8; 8]) {
        self.reports.push_back(report);
    }

    /// Reports that the host has not acknowledged.
    pub fn waiting(&self) -> usize {
        self.reports.len()
    }

    /// Reports that it has.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Bits that it has sent, without those that bit stuffing adds.
    pub fn sent(&self) -> usize {
        self.sent
    }

    /// The host has set a configuration.
    pub fn is_configured(&self) -> bool {
        self.configuration != 0
    }

    /// The lights: 0 Num Lock, 1 Caps Lock, 2 Scroll Lock.
    pub fn leds(&self) -> u8 {
        self.leds
    }

    pub fn resets(&self) -> u32 {
        self.resets
    }

    /// What the host did against the standard.
    pub fn objections(&self) -> &[String] {
        &self.objections
    }

    fn restart(&mut self) {
        (self.address, self.configuration, self.boot, self.descriptor_read) = (0, 0, false, false);
        (self.expects, self.control, self.toggle) = (Expects::Token, Control::default(), false);
        self.answer = None;
    }

    fn object(&mut self, to: impl Into<String>) {
        self.objections.push(to.into());
    }

    fn once_in(&mut self, times: u64) -> bool {
        times > 0 && self.random.once_in(times)
    }

    /// A clock: takes what the host drives, if anything, and returns the levels of D+ and D-.
    pub fn next(&mut self, host: Option<(bool, bool)>) -> (bool, bool) {
        if !self.plugged {
            return host.unwrap_or_default();
        }
        let due = self.answer.take_if(|(left, _)| {
            *left = left.saturating_sub(1);
            *left == 0
        });
        if let Some((_, bits)) = due {
            self.wire.send(&bits);
        }
        if let Some(line) = self.wire.drive() {
            if host.is_some() {
                self.object("both drive the line");
            }
            (self.last_line, self.quiet) = (line, 0);
            return line.levels();
        }
        let line = host.map_or(Line::J, |(plus, minus)| Line::of(plus, minus));
        if line == Line::K && self.last_line == Line::J && self.quiet != u64::MAX {
            self.host_begins();
        }
        self.quiet = match line {
            Line::Se0 => 0,
            Line::J => self.quiet.saturating_add(1),
            Line::K => u64::MAX,
        };
        self.last_line = line;
        if let Some(clocks) = self.wire.cut_short(line).filter(|_| host.is_some()) {
            self.object(format!("the host drives J or K for {clocks} clocks"));
        }
        match self.wire.hear(line) {
            Some(Heard::Reset) => {
                self.resets += 1;
                self.restart();
            }
            Some(Heard::Stuffing) => self.object("seven ones in a row"),
            Some(Heard::Bits(bits)) => self.hear(&bits),
            None => {}
        }
        line.levels()
    }

    /// The host's first K: neither too soon nor, if an answer is expected, too late.
    fn host_begins(&mut self) {
        if self.quiet < self.wire.clocks(SOONEST) {
            let quiet = self.quiet;
            self.object(format!("the host begins {quiet} clocks after the end of a packet"));
        }
        if matches!(self.expects, Expects::Ack { .. }) && self.quiet > self.wire.clocks(HOST_LATEST + 1.0) {
            // It has not understood the data, and begins anew.
            self.expects = Expects::Token;
        }
    }

    fn hear(&mut self, bits: &[bool]) {
        let packet = match Packet::of(bits) {
            Ok(packet) => packet,
            Err(wrong) => return self.object(wrong),
        };
        if self.answer.is_some() {
            self.object(format!("{packet:?} before the answer"));
            self.answer = None;
        }
        if self.once_in(self.faults.deaf) {
            self.expects = Expects::Token;
            return;
        }
        match (self.expects.clone(), packet) {
            (Expects::Ack { endpoint }, Packet::Ack) => {
                self.expects = Expects::Token;
                self.acknowledged(endpoint);
            }
            (Expects::Data { setup }, Packet::Data { toggle, bytes }) => {
                self.expects = Expects::Token;
                self.data(setup, toggle, &bytes);
            }
            (_, Packet::Setup { address, endpoint: 0 }) if address == self.address => {
                self.expects = Expects::Data { setup: true };
            }
            (_, Packet::Out { address, endpoint: 0 }) if address == self.address => {
                self.expects = Expects::Data { setup: false };
            }
            (_, Packet::In { address, endpoint }) if address == self.address => {
                self.expects = Expects::Token;
                self.asked(endpoint);
            }
            // To another address: the data and the handshake after it are not for this device either.
            (_, Packet::Setup { .. } | Packet::In { .. } | Packet::Out { .. }) => self.expects = Expects::Token,
            (Expects::Token, Packet::Data { .. } | Packet::Ack) => {}
            (_, packet) => self.object(format!("{packet:?} is not expected")),
        }
    }

    fn answer(&mut self, packet: &Packet) {
        if self.once_in(self.faults.silent) {
            return;
        }
        let mut bits = packet.bits();
        if self.once_in(self.faults.wrong) {
            let at = self.random.below(bits.len());
            bits[at] ^= true;
        }
        let wrong = self.wrong_bit.and_then(|number| number.checked_sub(self.sent));
        if let Some(bit) = wrong.and_then(|at| bits.get_mut(at)) {
            *bit ^= true;
        }
        self.sent += bits.len();
        // From the second SE0 of the host's packet, which is when it was heard: half a bit, the other, and the gap.
        let (soonest, latest) = (self.wire.clocks(2.0 + SOONEST), self.wire.clocks(1.0 + LATEST));
        let wait = match self.once_in(self.faults.late) {
            true => self.wire.clocks(TOO_LATE),
            false => soonest + self.random.below(latest - soonest),
        };
        self.answer = Some((wait, bits));
    }

    /// An IN.
    fn asked(&mut self, endpoint: u8) {
        if self.once_in(self.faults.busy) {
            return self.answer(&Packet::Nak);
        }
        match endpoint {
            0 if self.control.refused => self.answer(&Packet::Stall),
            0 => {
                // Data, or the empty packet that ends a request. A request is carried out before that; a new address
                // counts after it (USB 2.0, 9.2.6.3).
                if self.control.parts.is_empty() && !matches!(self.control.then, Some(Then::Address(_))) {
                    self.finish();
                }
                let bytes = self.control.parts.front().cloned().unwrap_or_default();
                self.answer(&Packet::Data { toggle: self.control.toggle, bytes });
                self.expects = Expects::Ack { endpoint };
            }
            _ if endpoint != self.shape.endpoint || !self.is_configured() => {
                self.object(format!("asks endpoint {endpoint}"));
                self.answer(&Packet::Stall);
            }
            _ if !self.boot && !self.faults.refuses => {
                self.object("asks for a report before the boot protocol was set");
                self.answer(&Packet::Stall);
            }
            _ if self.once_in(self.faults.halted) => self.answer(&Packet::Stall),
            _ if self.faults.waits_for_report_descriptor && !self.descriptor_read => self.answer(&Packet::Nak),
            _ => match self.reports.front() {
                Some(report) => {
                    let (toggle, bytes) = (self.toggle, report.to_vec());
                    self.answer(&Packet::Data { toggle, bytes });
                    self.expects = Expects::Ack { endpoint };
                }
                None => self.answer(&Packet::Nak),
            },
        }
    }

    fn acknowledged(&mut self, endpoint: u8) {
        if endpoint != 0 {
            self.toggle ^= true;
            self.reports.pop_front();
            self.taken += 1;
            return;
        }
        self.control.toggle ^= true;
        if self.control.parts.pop_front().is_none() {
            self.finish();
        }
    }

    fn finish(&mut self) {
        match self.control.then.take() {
            Some(Then::Address(address)) => self.address = address,
            Some(Then::Configuration(configuration)) => {
                (self.configuration, self.toggle) = (configuration, false);
            }
            Some(Then::Protocol(protocol)) => self.boot = protocol == 0,
            Some(Then::ReportDescriptorRead) => self.descriptor_read = true,
            Some(Then::Leds) | None => {}
        }
    }

    fn data(&mut self, setup: bool, toggle: bool, bytes: &[u8]) {
        if setup {
            if toggle || bytes.len() != 8 {
                return self.object(format!("a SETUP with {} bytes", bytes.len()));
            }
            self.setup(bytes);
            return self.answer(&Packet::Ack);
        }
        if self.control.refused {
            return self.answer(&Packet::Stall);
        }
        if self.once_in(self.faults.busy) {
            return self.answer(&Packet::Nak);
        }
        if self.control.takes {
            if toggle == self.control.toggle {
                self.control.toggle ^= true;
                self.control.takes = false;
                self.leds = bytes.first().copied().unwrap_or_default();
            }
        } else if bytes.is_empty() && toggle {
            // The end of a request for data. The host may have had enough before all was sent.
            self.control.parts.clear();
            self.finish();
        } else if toggle != self.control.toggle {
            // Sent again, because the host has missed the ACK.
        } else {
            self.object(format!("{} bytes of data that no request wants", bytes.len()));
        }
        self.answer(&Packet::Ack);
    }

    /// The eight bytes of a request (USB 2.0, 9.3).
    fn setup(&mut self, bytes: &[u8]) {
        let (kind, request) = (bytes[0], bytes[1]);
        let words = [2, 4, 6].map(|at| u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let [value, index, length] = words;
        let mut control = Control { toggle: true, ..Control::default() };
        let refuses = self.faults.refuses;
        let mut descriptor = |all: &[u8]| {
            let all = &all[..all.len().min(usize::from(length))];
            control.parts = all.chunks(MOST).map(<[u8]>::to_vec).collect();
            // A packet that is not full ends the data where less comes than was asked for.
            if all.len() < usize::from(length) && all.len().is_multiple_of(MOST) {
                control.parts.push_back(vec![]);
            }
        };
        let interface = u16::from(self.shape.interface);
        match (kind, request, value) {
            (0x80, 6, 0x0100) => descriptor(&self.shape.device),
            (0x80, 6, 0x0200) => descriptor(&self.shape.configuration),
            (0x00, 5, address) => control.then = Some(Then::Address(address as u8)),
            (0x00, 9, number) if number == u16::from(self.shape.configuration[5]) => {
                control.then = Some(Then::Configuration(number as u8));
            }
            (0x81, 6, 0x2200) if index == interface && !refuses => {
                descriptor(&self.shape.report);
                control.then = Some(Then::ReportDescriptorRead);
            }
            (0x21, 0x0B, protocol) if index == interface && !refuses => {
                control.then = Some(Then::Protocol(protocol as u8));
            }
            (0x21, 0x0A, 0) if index == interface && !refuses => {}
            (0x21, 0x09, 0x0200) if index == interface && length == 1 && !refuses => {
                (control.takes, control.then) = (true, Some(Then::Leds));
            }
            (0x81, 6, 0x2200) | (0x21, 0x09..=0x0B, _) if index == interface => control.refused = true,
            _ => {
                control.refused = true;
                self.object(format!("the request {bytes:02x?}"));
            }
        }
        self.control = control;
    }
}
