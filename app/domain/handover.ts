import type { HomeKind, LineState, Sheet } from "./deposit-companion";

/** The parts of a home in the order in which a tenant walks through it. */
export const ROOMS = {
  start: "Keys and meters",
  rooms: "Walls, floors and doors",
  power: "Lights, fans and appliances",
  kitchen: "Kitchen",
  bathroom: "Bathroom",
  furniture: "Furniture and the rest",
} as const;
type Room = keyof typeof ROOMS;

export interface HandoverLine {
  key: string;
  room: Room;
  label: string;
  hint?: string;
  /** What to write down of every such thing, such as a reading. */
  note?: string;
  /** In which kind of home the line is asked; both if absent. */
  only?: HomeKind;
}

/** Keys are stored on the device, so they never change. */
const LINES: readonly HandoverLine[] = [
  { key: "keys", room: "start", label: "Keys", note: "how many of each" },
  { key: "cards", room: "start", label: "Access card or gate pass", note: "how many" },
  { key: "electricity", room: "start", label: "Electricity meter", hint: "Take a photo of it, too.", note: "reading" },
  { key: "water_meter", room: "start", label: "Water meter", note: "reading", only: "flat" },
  { key: "gas", room: "start", label: "Gas meter or cylinder", note: "reading or weight", only: "flat" },
  { key: "walls", room: "rooms", label: "Walls and paint", hint: "Photograph stains, nails and cracks." },
  { key: "ceiling", room: "rooms", label: "Ceiling", hint: "Look for damp patches, above all in corners." },
  { key: "floor", room: "rooms", label: "Floor and tiles" },
  { key: "doors", room: "rooms", label: "Doors, handles and locks", hint: "Lock and unlock each one." },
  { key: "windows", room: "rooms", label: "Windows and glass", hint: "Open and close each one." },
  { key: "mesh", room: "rooms", label: "Mosquito mesh and curtain rods" },
  { key: "balcony", room: "rooms", label: "Balcony or utility area", only: "flat" },
  { key: "lights", room: "power", label: "Lights and switches", hint: "Switch each on and off." },
  { key: "sockets", room: "power", label: "Sockets", hint: "Try each with a charger." },
  { key: "fans", room: "power", label: "Fans", hint: "Run each at full speed." },
  { key: "ac", room: "power", label: "AC and remote", hint: "Let it cool for five minutes." },
  { key: "inverter", room: "power", label: "Inverter or power back-up", only: "flat" },
  { key: "internet", room: "power", label: "Internet router and cables" },
  { key: "sink", room: "kitchen", label: "Sink and taps", hint: "Look under the sink for leaks.", only: "flat" },
  { key: "counter", room: "kitchen", label: "Kitchen counter and cabinets", only: "flat" },
  { key: "chimney", room: "kitchen", label: "Chimney, hob or exhaust fan", only: "flat" },
  { key: "appliances", room: "kitchen", label: "Fridge, washing machine and water purifier", only: "flat" },
  {
    key: "food",
    room: "kitchen",
    label: "Food: mess card or meal plan",
    note: "paid until which date",
    only: "pg",
  },
  { key: "shared_kitchen", room: "kitchen", label: "Shared kitchen, fridge and drinking water", only: "pg" },
  { key: "taps", room: "bathroom", label: "Taps, shower and water pressure" },
  { key: "flush", room: "bathroom", label: "Toilet, flush and jet spray" },
  { key: "drains", room: "bathroom", label: "Drains", hint: "Pour in a bucket of water and watch it drain." },
  { key: "geyser", room: "bathroom", label: "Geyser", hint: "Let it heat up." },
  { key: "shared_bathroom", room: "bathroom", label: "Shared bathroom", note: "shared with how many", only: "pg" },
  { key: "bed", room: "furniture", label: "Bed and mattress", hint: "Look for stains and bed bugs." },
  { key: "wardrobe", room: "furniture", label: "Wardrobe, shelves and their keys" },
  { key: "locker", room: "furniture", label: "Locker and its key", only: "pg" },
  { key: "bedding", room: "furniture", label: "Bedding, bucket and mug", note: "how many", only: "pg" },
  { key: "table", room: "furniture", label: "Table and chairs", note: "how many" },
  {
    key: "furniture",
    room: "furniture",
    label: "Sofa and other furniture",
    note: "each piece that belongs to the owner",
    only: "flat",
  },
];

/** Returns the lines of the handover list of a kind of home, by room. (spec 12) */
export function linesFor(kind: HomeKind): HandoverLine[] {
  return LINES.filter(({ only }) => only === undefined || only === kind);
}

/** Returns how many lines have a state, of how many. (spec 12) */
export function countChecked(kind: HomeKind, sheet: Sheet): { checked: number; all: number } {
  const lines = linesFor(kind);
  return { checked: lines.filter(({ key }) => stateOf(sheet, key) !== "").length, all: lines.length };
}

/** From best to worst. "Not here" is none of these: the home never had it, so it cannot get worse. */
const ORDER: readonly LineState[] = ["fine", "worn", "broken", "missing"];

/** Returns the lines that were checked on both sheets and are worse at moving out, with both states. (spec 12) */
export function worsened(
  kind: HomeKind,
  sheets: { in: Sheet; out: Sheet },
): { line: HandoverLine; before: LineState; after: LineState }[] {
  return linesFor(kind).flatMap((line) => {
    const [before, after] = [stateOf(sheets.in, line.key), stateOf(sheets.out, line.key)];
    if (!before || !after || before === "not_here") return [];
    return ORDER.indexOf(after) > ORDER.indexOf(before) ? [{ line, before, after }] : [];
  });
}

function stateOf(sheet: Sheet, key: string): LineState | "" {
  return sheet.lines[key]?.state ?? "";
}
