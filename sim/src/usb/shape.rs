//! The descriptors of some keyboards (USB 2.0, 9.6; HID 1.11, 6.2 and appendix B).

/// What a device tells about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub device: [u8; 18],
    /// The configuration with everything that belongs to it.
    pub configuration: Vec<u8>,
    /// The report descriptor of the keyboard's interface.
    pub report: Vec<u8>,
    /// The number of the interface that is a keyboard.
    pub interface: u8,
    /// The endpoint of its reports.
    pub endpoint: u8,
}

/// A HID interface: its number, its subclass and protocol, the number of its endpoint, and the interval in ms.
struct Interface {
    number: u8,
    kind: [u8; 2],
    endpoint: u8,
    interval: u8,
}

/// Boot interface (1): a keyboard (1) or a mouse (2). Neither: a HID device without boot reports.
const KEYBOARD: [u8; 2] = [1, 1];
const MOUSE: [u8; 2] = [1, 2];
const OTHER: [u8; 2] = [0, 0];

impl Interface {
    fn descriptors(&self, report: usize) -> Vec<u8> {
        let Interface { number, kind: [subclass, protocol], endpoint, interval } = *self;
        let mut bytes = vec![9, 4, number, 0, 1, 3, subclass, protocol, 0];
        bytes.extend([9, 0x21, 0x11, 0x01, 0, 1, 0x22, report as u8, 0]);
        bytes.extend([7, 5, 0x80 | endpoint, 3, 8, 0, interval]);
        bytes
    }
}

impl Shape {
    fn new(vendor: u16, configuration: u8, report: usize, interfaces: &[Interface]) -> Shape {
        let [low, high] = vendor.to_le_bytes();
        let device = [18, 1, 0x10, 0x01, 0, 0, 0, 8, low, high, 1, 0, 0, 1, 1, 2, 0, 1];
        let parts: Vec<u8> = interfaces
            .iter()
            .flat_map(|interface| interface.descriptors(report))
            .collect();
        let total = 9 + parts.len();
        let mut all = vec![9, 2, total as u8, 0, interfaces.len() as u8, configuration, 0, 0xA0, 50];
        all.extend(parts);
        let keyboard = interfaces.iter().find(|interface| interface.kind == KEYBOARD);
        Shape {
            device,
            configuration: all,
            report: (0..report).map(|byte| byte as u8).collect(),
            interface: keyboard.map_or(0, |interface| interface.number),
            endpoint: keyboard.map_or(0, |interface| interface.endpoint),
        }
    }

    /// A keyboard and nothing else: 34 bytes.
    pub fn plain() -> Shape {
        let only = Interface { number: 0, kind: KEYBOARD, endpoint: 1, interval: 10 };
        Shape::new(0x413C, 1, 65, &[only])
    }

    /// A keyboard whose media keys are a second interface: 59 bytes.
    pub fn with_media_keys() -> Shape {
        let keyboard = Interface { number: 0, kind: KEYBOARD, endpoint: 1, interval: 8 };
        let media = Interface { number: 1, kind: OTHER, endpoint: 2, interval: 255 };
        Shape::new(0x04D9, 1, 64, &[keyboard, media])
    }

    /// The receiver of a wireless mouse and keyboard, with the mouse first: 84 bytes, and numbers that are not 0 and 1.
    pub fn behind_a_mouse() -> Shape {
        let mouse = Interface { number: 0, kind: MOUSE, endpoint: 1, interval: 4 };
        let keyboard = Interface { number: 1, kind: KEYBOARD, endpoint: 3, interval: 8 };
        let media = Interface { number: 2, kind: OTHER, endpoint: 2, interval: 8 };
        Shape::new(0x046D, 2, 59, &[mouse, keyboard, media])
    }

    /// A keyboard with a vendor-specific descriptor of 100 bytes before the endpoint descriptor: 134 bytes. The numbers of its
    /// configuration, interface and endpoint have several bits set.
    pub fn with_a_makers_descriptor() -> Shape {
        /// bDescriptorType: vendor-specific.
        const MAKERS: u8 = 0xFF;
        const LENGTH: u8 = 100;
        /// The offset of the endpoint descriptor, after the descriptors of the configuration, the interface and HID.
        const ENDPOINT: usize = 27;
        let keyboard = Interface { number: 0x5A, kind: KEYBOARD, endpoint: 14, interval: 8 };
        let mut shape = Shape::new(0x04B4, 0xA7, 60, &[keyboard]);
        let makers = [LENGTH, MAKERS].into_iter().chain(2..LENGTH);
        shape.configuration.splice(ENDPOINT..ENDPOINT, makers);
        shape.configuration[2] = shape.configuration.len() as u8;
        shape
    }

    /// A mouse: no keyboard at all.
    pub fn mouse() -> Shape {
        let only = Interface { number: 0, kind: MOUSE, endpoint: 1, interval: 10 };
        Shape::new(0x046D, 1, 52, &[only])
    }

    pub const KEYBOARDS: [fn() -> Shape; 4] = [
        Shape::plain,
        Shape::with_media_keys,
        Shape::behind_a_mouse,
        Shape::with_a_makers_descriptor,
    ];
}
