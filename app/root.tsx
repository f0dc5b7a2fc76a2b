import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { pageContext } from "~/page-context";
import { visitorBackend } from "~/data/visitor-backend";
import { AccountMenu } from "~/features/account/account-menu";
import { AuthProvider, useAuth } from "~/features/account/auth-provider";
import { ReviewsFrame } from "~/features/reviews/reviews-frame";
import { Footer } from "~/features/site/footer";
import { Header } from "~/features/site/header";
import {
  ARRIVAL_SCRIPT,
  REFERRAL_BANNER_HINT_SCRIPT,
  RESTORED_HINT_SCRIPT,
  SCRIPTS_HINT_SCRIPT,
  SIGNED_IN_HINT_SCRIPT,
  STORAGE_GUARD_SCRIPT,
} from "~/features/site/inline-scripts";
import { KeptPage } from "~/features/site/kept-page";
import { NavigationProgress } from "~/features/site/navigation-progress";
import { pageConfigScript } from "~/features/site/page-config";
import { errorMeta, isNotFound } from "~/features/site/page-meta";
import { PageFrame } from "~/features/site/page-frame";
import { PageNotFound } from "~/features/site/page-not-found";
import { SomethingWentWrong } from "~/features/site/something-went-wrong";
import { useFocusOnNavigation } from "~/features/site/use-focus-on-navigation";
import { useStayWhileOffline } from "~/features/site/use-stay-while-offline";
import { useSlowNavigation } from "~/features/site/use-slow-navigation";
import { useUpdateNotice } from "~/features/site/use-update-notice";
import { InlineScript } from "~/ui/inline-script";
import { Toaster } from "~/ui/toaster";
import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";
import headingFont from "./fonts/anek-latin-basic.woff2?url";

// It has run by the time of hydration, so its text stays on the server.
const FIRST_SCRIPT = import.meta.env.SSR
  ? [
      SCRIPTS_HINT_SCRIPT,
      STORAGE_GUARD_SCRIPT,
      SIGNED_IN_HINT_SCRIPT,
      REFERRAL_BANNER_HINT_SCRIPT,
      RESTORED_HINT_SCRIPT,
    ].join(";")
  : "";
const LAST_SCRIPT = import.meta.env.SSR ? ARRIVAL_SCRIPT : "";
/** Where React makes this element anew, as after some errors, the mark of the first script would be gone. */
const SCRIPTS_MARK = import.meta.env.SSR ? {} : { "data-scripts": "" };

export function links(): Route.LinkDescriptors {
  return [
    { rel: "preload", href: headingFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
    { rel: "stylesheet", href: stylesheet },
    { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
    // A browser loads an SVG icon like a document, during hydration: only where its dark colours are needed.
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml", media: "(prefers-color-scheme: dark)" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    { rel: "manifest", href: "/manifest.webmanifest" },
    { rel: "alternate", type: "application/rss+xml", title: "Blog · GharSach", href: "/blog/rss.xml" },
  ];
}

// Every page describes itself; this is left to describe those that stand in for a page.
export { errorMeta as meta };

export function loader({ context }: Route.LoaderArgs) {
  const { backend, siteUrl } = context.get(pageContext);
  return { config: backend.config, siteUrl, isPaused: backend.isPaused?.() ?? false };
}

const PAUSED = "publishing-paused";

// The configuration does not change while a page is open. While the line about publishing shows, each navigation asks for it again.
export function shouldRevalidate() {
  return document.getElementById(PAUSED) !== null;
}

export function Layout({ children }: { children: ReactNode }) {
  const { config, isPaused = false } = useRouteLoaderData<typeof loader>("root") ?? {};
  return (
    // The hint scripts mark this element before React sees it.
    <html lang="en-IN" suppressHydrationWarning {...SCRIPTS_MARK}>
      <head>
        <meta charSet="utf-8" />
        {/* A phone's keyboard makes the page shorter: it would cover toasts, which stand at the bottom. */}
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="theme-color" content="#f7f2e8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17151f" media="(prefers-color-scheme: dark)" />
        <InlineScript code={FIRST_SCRIPT} />
        <Meta />
        <Links />
      </head>
      <body>
        <KeptPage>
          <AuthProvider hasAccounts={visitorBackend(config).hasAccounts}>
            <SiteFrame isPaused={isPaused}>{children}</SiteFrame>
          </AuthProvider>
          <Toaster />
        </KeptPage>
        <ScrollRestoration />
        {config && <InlineScript code={`${pageConfigScript(config)};${LAST_SCRIPT}`} />}
        <Scripts />
      </body>
    </html>
  );
}

function SiteFrame({ isPaused, children }: { isPaused: boolean; children: ReactNode }) {
  const { user, isLoading, hasAccounts } = useAuth();
  useFocusOnNavigation();
  useStayWhileOffline();
  useUpdateNotice();
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.hydrated = "";
    // From here on the list itself knows whether it waits.
    if ("scripts" in dataset) dataset.scripts = "";
    // For measurements, and for tests that must not be faster than the page.
    performance.mark("hydrated");
  }, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      {/* Without accounts, every visitor may write. */}
      <Header account={<AccountMenu />} canSubmit={user !== null || !hasAccounts} isLoading={isLoading} />
      {isPaused && (
        <aside
          id={PAUSED}
          aria-label="Publishing"
          className="border-b border-line bg-brand-soft px-4 py-2 text-center text-sm"
        >
          Publishing is paused for a moment. You can read everything, and a review that you write is kept on this
          device.
        </aside>
      )}
      <main id="main" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
    </div>
  );
}

export default function App() {
  const next = useSlowNavigation();
  return (
    <>
      {next === "/reviews" ? <ReviewsFrame /> : next !== null && <PageFrame path={next} />}
      {/* A navigation that is cancelled finds the page as it was. */}
      <div hidden={next !== null}>
        <Outlet />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isNotFound(error) ? <PageNotFound /> : <SomethingWentWrong error={error} />;
}
