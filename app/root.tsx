import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from "react-router";
import { pageContext } from "~/page-context";
import { visitorBackend } from "~/data/visitor-backend";
import { DEFAULT_NAME } from "~/domain/site";
import { AccountMenu } from "~/features/account/account-menu";
import { AuthProvider, useAuth } from "~/features/account/auth-provider";
import { ShortlistSign } from "~/features/homes/shortlist-sign";
import { ReviewsFrame } from "~/features/reviews/reviews-frame";
import { Footer } from "~/features/site/footer";
import { Header } from "~/features/site/header";
import {
  ARRIVAL_SCRIPT,
  PRINT_SCRIPT,
  REFERRAL_BANNER_HINT_SCRIPT,
  RESTORED_HINT_SCRIPT,
  SCRIPTS_HINT_SCRIPT,
  SIGNED_IN_HINT_SCRIPT,
  STORAGE_GUARD_SCRIPT,
} from "~/features/site/inline-scripts";
import { NavigationProgress, useSlowNavigation } from "~/features/site/navigation-progress";
import { pageConfigScript } from "~/features/site/page-config";
import { errorMeta, isNotFound } from "~/features/site/page-meta";
import { PageFrame } from "~/features/site/page-frame";
import { PageNotFound } from "~/features/site/page-not-found";
import { SomethingWentWrong } from "~/features/site/something-went-wrong";
import { StalePage } from "~/features/site/stale-page";
import { useFocusOnNavigation } from "~/features/site/use-focus-on-navigation";
import { useStayWhileOffline } from "~/features/site/use-stay-while-offline";
import { useUpdateNotice } from "~/features/site/use-update-notice";
import { InlineScript } from "~/ui/inline-script";
import { Toaster } from "~/ui/toaster";
import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";
import headingFont from "./fonts/anek-latin-basic.woff2?url";

// The inline scripts run before hydration, so the browser's build leaves out their text.
const FIRST_SCRIPT = import.meta.env.SSR
  ? [
      SCRIPTS_HINT_SCRIPT,
      STORAGE_GUARD_SCRIPT,
      SIGNED_IN_HINT_SCRIPT,
      REFERRAL_BANNER_HINT_SCRIPT,
      RESTORED_HINT_SCRIPT,
    ].join(";")
  : "";
const LAST_SCRIPT = import.meta.env.SSR ? `${ARRIVAL_SCRIPT};${PRINT_SCRIPT}` : "";
/** React can re-create `<html>` after an error and drop the attribute that the inline script set. */
const SCRIPTS_ATTRIBUTE = import.meta.env.SSR ? {} : { "data-scripts": "" };

export function links(): Route.LinkDescriptors {
  return [
    { rel: "preload", href: headingFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
    { rel: "stylesheet", href: stylesheet },
    { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
    // Only in dark mode: browsers load an SVG icon like a document, during hydration.
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml", media: "(prefers-color-scheme: dark)" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    { rel: "manifest", href: "/manifest.webmanifest" },
    { rel: "alternate", type: "application/rss+xml", title: "Blog", href: "/blog/rss.xml" },
  ];
}

// For error pages. Every other page exports its `meta`.
export { errorMeta as meta };

export function loader({ context }: Route.LoaderArgs) {
  const { backend, siteUrl, site } = context.get(pageContext);
  const { name: siteName, contactEmail } = site;
  return {
    config: backend.config,
    siteUrl,
    siteName,
    contactEmail,
    notice: backend.isPaused?.() ? PUBLISHING_PAUSED : null,
  };
}

const PUBLISHING_PAUSED =
  "Publishing is paused for a moment. You can read everything, and a review that you write is kept on this device.";

// The configuration does not change while a page is open. While the notice shows, each navigation reloads the root data, so that
// the notice can disappear.
export function shouldRevalidate() {
  return document.getElementById("notice") !== null;
}

/** If the root loader failed. */
const WITHOUT_DATA = { config: undefined, siteUrl: "", siteName: DEFAULT_NAME, contactEmail: "", notice: null };

export function Layout({ children }: { children: ReactNode }) {
  const { config, ...site } = useRouteLoaderData<typeof loader>("root") ?? WITHOUT_DATA;
  return (
    // Inline scripts set attributes of this element before hydration.
    <html lang="en-IN" suppressHydrationWarning {...SCRIPTS_ATTRIBUTE}>
      <head>
        <meta charSet="utf-8" />
        {/* Resizes the page for the keyboard of a phone, which would cover the toasts at the bottom. */}
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="theme-color" content="#f7f2e8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17151f" media="(prefers-color-scheme: dark)" />
        <InlineScript code={FIRST_SCRIPT} />
        <Meta />
        <Links />
      </head>
      <body>
        <StalePage>
          <AuthProvider hasAccounts={visitorBackend(config).hasAccounts}>
            <SiteFrame {...site}>{children}</SiteFrame>
          </AuthProvider>
          <Toaster />
        </StalePage>
        <ScrollRestoration />
        {config && <InlineScript code={`${pageConfigScript(config)};${LAST_SCRIPT}`} />}
        <Scripts />
      </body>
    </html>
  );
}

type SiteFrameProps = Omit<Route.ComponentProps["loaderData"], "config"> & { children: ReactNode };

function SiteFrame({ siteUrl, siteName, contactEmail, notice, children }: SiteFrameProps) {
  const { pathname } = useLocation();
  const { user, isLoading, hasAccounts } = useAuth();
  useFocusOnNavigation();
  useStayWhileOffline();
  useUpdateNotice();
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.hydrated = "";
    // After hydration the review list hides itself while it waits for the review in the URL, so the value "jump" is no longer needed.
    if ("scripts" in dataset) dataset.scripts = "";
    // For measurements, and for tests that would otherwise act before hydration.
    performance.mark("hydrated");
  }, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      {/* Without accounts, every visitor may write. */}
      <Header
        siteName={siteName}
        account={<AccountMenu />}
        shortlist={<ShortlistSign />}
        canSubmit={user !== null || !hasAccounts}
        isLoading={isLoading}
      />
      {/* On paper only. PRINT_SCRIPT writes the whole URL and the day into it. */}
      <p id="printed" suppressHydrationWarning className="hidden px-4 pt-2 text-sm wrap-anywhere print:block sm:px-6">
        {siteUrl + pathname}
      </p>
      {notice && (
        <aside
          id="notice"
          aria-label="Notice"
          className="border-b border-line bg-brand-soft px-4 py-2 text-center text-sm"
        >
          {notice}
        </aside>
      )}
      <main id="main" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer siteName={siteName} contactEmail={contactEmail} />
    </div>
  );
}

export default function App() {
  const next = useSlowNavigation();
  return (
    <>
      {next === "/reviews" ? <ReviewsFrame /> : next !== null && <PageFrame path={next} />}
      {/* Hidden, not unmounted: a cancelled navigation keeps the page as it was. */}
      <div hidden={next !== null}>
        <Outlet />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isNotFound(error) ? <PageNotFound /> : <SomethingWentWrong error={error} />;
}
