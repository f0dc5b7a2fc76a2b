import { listedCity } from "~/domain/cities";

/** The address with its city in the listed spelling: `?city=Bangalore` asks for Bengaluru. Other cities stay as they are. */
export function withListedCity(url: URL): URL {
  const listed = listedCity(url.searchParams.get("city") ?? "");
  if (!listed) return url;
  const asked = new URL(url);
  asked.searchParams.set("city", listed);
  return asked;
}
