import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The manifest of all routes is small. Fetching it in parts would cost a round trip for each link.
  routeDiscovery: { mode: "initial" },
  // A separate chunk for a client loader would add a request for a few hundred bytes.
  splitRouteModules: false,
} satisfies Config;
