// The parts of a browser that this folder uses: storage, a cookie jar, a URL and events. jsdom takes a second to start per file.
// Import this file before the tested module.

/** Entries are own properties, as in browsers. */
class TestStorage {
  get length() {
    return Object.keys(this).length;
  }
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }
  setItem(key: string, text: string) {
    Object.defineProperty(this, key, { configurable: true, enumerable: true, writable: true, value: String(text) });
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key);
  }
  clear() {
    for (const key of Object.keys(this)) Reflect.deleteProperty(this, key);
  }
}

class TestStorageEvent extends Event {
  readonly key: string | null;
  readonly newValue: string | null;

  constructor(type: string, { key = null, newValue = null }: StorageEventInit = {}) {
    super(type);
    this.key = key;
    this.newValue = newValue;
  }
}

class TestDocument extends EventTarget {
  readonly visibilityState = "visible";
  readonly #cookies = new Map<string, string>();

  get cookie() {
    return Array.from(this.#cookies, (parts) => parts.join("=")).join("; ");
  }
  set cookie(text: string) {
    const [name = "", value = ""] = text.split(";", 1)[0]?.split("=") ?? [];
    if (/max-age=0\b/i.test(text)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

const events = new EventTarget();
const parts = {
  Storage: TestStorage,
  StorageEvent: TestStorageEvent,
  addEventListener: events.addEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  document: new TestDocument(),
  localStorage: new TestStorage(),
  location: new URL("http://localhost:3000/"),
  removeEventListener: events.removeEventListener.bind(events),
  sessionStorage: new TestStorage(),
  window: globalThis,
};
for (const [name, part] of Object.entries(parts))
  Object.defineProperty(globalThis, name, { configurable: true, get: () => part });

export {};
