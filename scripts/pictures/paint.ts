import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LIGHT_COLOURS = /@theme \{([^}]*)\}/;
const COLOUR = /--color-([\w-]+): (#[\da-f]{6});/g;

type Drawing = ComponentType<{ className?: string }>;

export interface Paint {
  colour(name: string): string;
  /** The content of an SVG of 32 × 36. */
  logo: string;
  /** The content of an SVG of 480 × 360, without text. */
  houseFront: string;
  /** CSS rules for the classes of the drawings. */
  style: string;
}

/** Reads the colors and drawings of the pages. Throws if a drawing is not found; `colour` throws if a color is not found. */
export async function readPaint(): Promise<Paint> {
  const css = await fs.readFile(path.join(ROOT, "app/app.css"), "utf8");
  const colours = new Map(
    [...(LIGHT_COLOURS.exec(css)?.[1] ?? "").matchAll(COLOUR)].map(([, name = "", value = ""]) => [name, value]),
  );
  const [{ Logo }, { HouseFront }] = await Promise.all([
    drawing<{ Logo: Drawing }>("app/features/site/logo.tsx"),
    drawing<{ HouseFront: Drawing }>("app/features/site/house-front.tsx"),
  ]);
  return {
    colour(name) {
      const value = colours.get(name);
      if (value === undefined) throw new Error(`app.css has no colour --color-${name}.`);
      return value;
    },
    logo: insideOf(Logo),
    // Text would need a font of this machine.
    houseFront: insideOf(HouseFront).replace(/<text[^]*?<\/text>/g, ""),
    style: [...colours].map(([name, value]) => `.fill-${name}{fill:${value}}.stroke-${name}{stroke:${value}}`).join(""),
  };
}

async function drawing<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(path.join(ROOT, file), { root: ROOT, logLevel: "error" });
  return module;
}

function insideOf(component: Drawing): string {
  const markup = renderToStaticMarkup(createElement(component));
  const inside = /^<svg[^>]*>([^]*)<\/svg>$/.exec(markup)?.[1];
  if (inside === undefined) throw new Error("A drawing must be one SVG element.");
  return inside;
}
