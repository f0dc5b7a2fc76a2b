import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // All routes together are small. Fetching parts of the manifest would cost a round trip for each link.
  routeDiscovery: { mode: "initial" },
  // A separate chunk for a client loader would add a request for a few hundred bytes.
  splitRouteModules: false,
} satisfies Config;
