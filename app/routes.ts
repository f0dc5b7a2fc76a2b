import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("reviews", "routes/reviews.tsx"),
  route("homes", "routes/homes.tsx"),
  route("homes/:city", "routes/city.tsx"),
  route("homes/:city/:locality", "routes/locality.tsx"),
  route("homes/:city/:locality/:home", "routes/home-reviews.tsx"),
  route("pictures/homes/:file", "routes/home-picture.ts"),
  route("submit-review", "routes/submit-review.tsx"),
  route("blog", "routes/blog.tsx"),
  route("blog/rss.xml", "routes/blog-feed.ts"),
  route("blog/:slug", "routes/blog-article.tsx"),
  ...["about", "review-policy", "terms", "privacy", "how-reviews-are-checked"].map((path) =>
    route(path, "routes/information.tsx", { id: path }),
  ),
  route("login", "routes/login.tsx"),
  route("signup", "routes/signup.tsx"),
  route("forgot-password", "routes/forgot-password.tsx"),
  route("update-password", "routes/update-password.tsx"),
  route("account", "routes/account.tsx"),
  route("auth/callback", "routes/auth-callback.tsx"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("sitemaps/:part", "routes/sitemap-part.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("manifest.webmanifest", "routes/web-manifest.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
