/**
 * Loader data as JSON text. React Router's turbo-stream indexes every value: encoding a page of reviews took as long as its query,
 * and decoding it blocked a slow phone for 40 ms. (docs/decisions/0007)
 */
export interface JsonData<Value> {
  json: string;
  /** Never set. It carries the type of the parsed JSON. */
  value?: Value;
}

const known = new WeakMap<object, object>();

type ToJson<Data> = Data extends null ? null : JsonData<Data>;

/** Wraps the data as JSON text; returns null for null. */
export function toJson<Data extends object | null>(data: Data): ToJson<Data> {
  if (data === null) return null as ToJson<Data>;
  const sent = { json: JSON.stringify(data) };
  // Server rendering reuses the object instead of parsing the JSON.
  known.set(sent, data);
  return sent as ToJson<Data>;
}

type FromJson<Data> = Data extends { json: string; value?: infer Value } ? NonNullable<Value> : Data;

/** Returns the parsed data, the same object for the same input. Returns other values unchanged. */
export function fromJson<Data>(data: Data): FromJson<Data> {
  if (typeof data !== "object" || data === null || !("json" in data)) return data as FromJson<Data>;
  const value = known.get(data) ?? (JSON.parse(data.json as string) as object);
  known.set(data, value);
  return value as FromJson<Data>;
}
