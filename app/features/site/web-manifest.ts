import { SITE_NAME } from "./page-meta";

/** The web app manifest: name, icons and colours on a home screen. */
export const WEB_MANIFEST = {
  id: "/",
  name: `${SITE_NAME}: rental reviews by tenants`,
  short_name: SITE_NAME,
  description: "Read what tenants in India say about homes and landlords before you rent, and tell your own.",
  lang: "en-IN",
  dir: "ltr",
  start_url: "/",
  scope: "/",
  // Reviews are read by address, page after page: "back", "reload" and "share" of the browser stay on the screen.
  display: "minimal-ui",
  // Must match --color-paper in app.css, as the theme-color in root.tsx does.
  theme_color: "#f7f2e8",
  background_color: "#f7f2e8",
  // Drawn by scripts/draw-pictures.ts.
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  categories: ["lifestyle", "utilities"],
} as const;
