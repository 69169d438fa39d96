import { isPlatError, Plat } from "@plat/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { config, sessionExpired, saveSession, plat, serviceUrl } from "../api.ts";
import { navigate, href } from "../router.ts";
import { useStore } from "../store.ts";
import { Field } from "../ui/field.tsx";
import { Loading } from "../ui/loading.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { fieldError } from "../ui/form-errors.ts";
import { useAction } from "../use-load.ts";

/** Sign-in and sign-up. With an external identity provider, a session token replaces the password. */
export function SignInPage({ isNew }: { isNew: boolean }) {
  const settings = useStore(config);
  const isExpired = useStore(sessionExpired);
  const title = isNew ? "Create your organization" : "Sign in";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Plat`;
  }, [title]);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <img src="./icon.svg" alt="" width="40" height="40" />
        <h1 ref={heading}>{settings?.issuer === undefined || settings.issuer === null ? title : "Sign in"}</h1>
        {isExpired && <p role="status">Your session has ended. Sign in again to continue where you left off.</p>}
        {settings === undefined ? (
          <Loading />
        ) : settings.issuer === null ? (
          <PasswordSignIn key={String(isNew)} isNew={isNew} />
        ) : (
          <TokenSignIn issuer={settings.issuer} />
        )}
      </div>
    </main>
  );
}

/** Asks for a new sign-in above the current page, which retains its state. It is a modal dialog because the page may have one open. */
export function SessionExpiredDialog({ isNew }: { isNew: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (): void => {
    if (dialog.current?.isConnected === true && !dialog.current.open) dialog.current.showModal();
  };
  useEffect(open, []);
  return (
    <dialog
      ref={dialog}
      class="session-expired"
      aria-label="Sign in"
      onCancel={(event) => event.preventDefault()}
      onClose={open}
    >
      <SignInPage isNew={isNew} />
    </dialog>
  );
}

const textValue = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

function PasswordSignIn({ isNew }: { isNew: boolean }) {
  const signIn = useAction(async (form: FormData) => {
    const user = { email: textValue(form, "email"), password: textValue(form, "password") };
    if (isNew) await plat.signUp({ organizationName: textValue(form, "organizationName"), ...user });
    else await plat.signIn(user);
    if (isNew) navigate("/");
  });
  const errorAt = (pointer: string): string | undefined => fieldError(signIn.error, pointer);
  const isGeneralError = signIn.error !== undefined && !isPlatError(signIn.error, "validation_failed");
  return (
    <>
      <p class="lead">
        {isNew ? "Send your first API request in a minute." : "Manage the listings and API keys of your organization."}
      </p>
      {isGeneralError && <ErrorMessage error={signIn.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.run(new FormData(event.currentTarget));
        }}
      >
        {isNew && (
          <Field label="Organization" error={errorAt("/organizationName")}>
            {(control) => (
              <input {...control} name="organizationName" required maxLength={200} autoComplete="organization" />
            )}
          </Field>
        )}
        <Field label="Email" error={errorAt("/email")}>
          {(control) => <input {...control} name="email" type="email" required autoComplete="username" />}
        </Field>
        <Field label="Password" hint={isNew ? "At least 8 characters." : undefined} error={errorAt("/password")}>
          {(control) => (
            <input
              {...control}
              name="password"
              type="password"
              required
              minLength={isNew ? 8 : 1}
              autoComplete={isNew ? "new-password" : "current-password"}
            />
          )}
        </Field>
        <button type="submit" class="button primary wide" disabled={signIn.isRunning}>
          {isNew ? "Create organization" : "Sign in"}
        </button>
      </form>
      <p class="sign-in-footer">
        {isNew ? (
          <>
            Already have an account? <a href={href("/sign-in")}>Sign in</a>
          </>
        ) : (
          <>
            New here? <a href={href("/sign-up")}>Create an organization</a>
          </>
        )}
      </p>
    </>
  );
}

function TokenSignIn({ issuer }: { issuer: string }) {
  const [token, setToken] = useState("");
  const signIn = useAction(async (credential: string) => {
    const me = await new Plat({ baseUrl: serviceUrl, key: credential }).whoami();
    if (me.kind !== "session" || me.user === undefined) throw new Error("This is an API key. Enter a session token.");
    saveSession({
      token: credential,
      expiresAt: tokenExpiry(credential),
      user: me.user,
      organization: me.organization,
    });
  });
  return (
    <>
      <p class="lead">
        Your organization signs in with <strong>{issuer}</strong>. Paste a session token from there.
      </p>
      <ErrorMessage error={signIn.error} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.run(token.trim());
        }}
      >
        <Field label="Session token" hint="Stored in this browser until it expires or you sign out.">
          {(control) => (
            <textarea
              {...control}
              rows={5}
              required
              spellcheck={false}
              value={token}
              onInput={(event) => setToken(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="button primary wide" disabled={signIn.isRunning}>
          Sign in
        </button>
      </form>
    </>
  );
}

/** Returns the expiry of a token as an ISO date: its `exp` claim, or one hour from now if it is not a JWT with `exp`. */
function tokenExpiry(token: string): string {
  const fallback = Date.now() + 3_600_000;
  try {
    const claims = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))) as {
      exp?: unknown;
    };
    return new Date(typeof claims.exp === "number" ? claims.exp * 1000 : fallback).toISOString();
  } catch {
    return new Date(fallback).toISOString();
  }
}
