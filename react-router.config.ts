import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Every route's JavaScript is small; asking the server for the route manifest would cost a round trip per link.
  routeDiscovery: { mode: "initial" },
  // A separate chunk for a client loader would be one more request for a few hundred bytes.
  splitRouteModules: false,
} satisfies Config;
