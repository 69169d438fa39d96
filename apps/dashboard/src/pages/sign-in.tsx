import { isPlatError, Plat } from "@plat/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { config, hasEnded, keepSession, plat, serviceUrl } from "../api.ts";
import { go, href } from "../router.ts";
import { useStore } from "../store.ts";
import { Field } from "../ui/field.tsx";
import { Loading } from "../ui/loading.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { fieldError } from "../ui/form-errors.ts";
import { useAction } from "../use-load.ts";

/** Sign-in and sign-up; with an outside issuer there are no passwords here. */
export function SignInPage({ isNew }: { isNew: boolean }) {
  const settings = useStore(config);
  const isEnded = useStore(hasEnded);
  const title = isNew ? "Create your organization" : "Sign in";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Plat`;
  }, [title]);
  return (
    <main class="entrance">
      <div class="entrance-card">
        <img src="./icon.svg" alt="" width="40" height="40" />
        <h1 ref={heading}>{settings?.issuer === undefined || settings.issuer === null ? title : "Sign in"}</h1>
        {isEnded && <p role="status">Your session has ended. Sign in again to go on where you were.</p>}
        {settings === undefined ? (
          <Loading />
        ) : settings.issuer === null ? (
          <WithPassword key={String(isNew)} isNew={isNew} />
        ) : (
          <WithToken issuer={settings.issuer} />
        )}
      </div>
    </main>
  );
}

/** Over a page that stays as it was. A modal dialog, since that page may have one open. */
export function SignInAgain({ isNew }: { isNew: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = (): void => {
    if (dialog.current?.isConnected === true && !dialog.current.open) dialog.current.showModal();
  };
  useEffect(open, []);
  return (
    <dialog
      ref={dialog}
      class="entrance-again"
      aria-label="Sign in"
      onCancel={(event) => event.preventDefault()}
      onClose={open}
    >
      <SignInPage isNew={isNew} />
    </dialog>
  );
}

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

function WithPassword({ isNew }: { isNew: boolean }) {
  const enter = useAction(async (form: FormData) => {
    const user = { email: text(form, "email"), password: text(form, "password") };
    if (isNew) await plat.signUp({ organizationName: text(form, "organizationName"), ...user });
    else await plat.signIn(user);
    if (isNew) go("/");
  });
  const wrong = (pointer: string): string | undefined => fieldError(enter.error, pointer);
  const isGeneral = enter.error !== undefined && !isPlatError(enter.error, "validation_failed");
  return (
    <>
      <p class="lead">
        {isNew
          ? "A minute from here to your first answered request."
          : "Listings, search, market and API keys of your organization."}
      </p>
      {isGeneral && <Trouble error={enter.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.run(new FormData(event.currentTarget));
        }}
      >
        {isNew && (
          <Field label="Organization" error={wrong("/organizationName")}>
            {(control) => (
              <input {...control} name="organizationName" required maxLength={200} autoComplete="organization" />
            )}
          </Field>
        )}
        <Field label="E-mail" error={wrong("/email")}>
          {(control) => <input {...control} name="email" type="email" required autoComplete="username" />}
        </Field>
        <Field label="Password" hint={isNew ? "At least 8 characters." : undefined} error={wrong("/password")}>
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
        <button type="submit" class="button primary wide" disabled={enter.isRunning}>
          {isNew ? "Create organization" : "Sign in"}
        </button>
      </form>
      <p class="entrance-foot">
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

function WithToken({ issuer }: { issuer: string }) {
  const [token, setToken] = useState("");
  const enter = useAction(async (given: string) => {
    const me = await new Plat({ baseUrl: serviceUrl, key: given }).whoami();
    if (me.kind !== "session" || me.user === undefined)
      throw new Error("This is an API key. A session token is needed here.");
    keepSession({ token: given, expiresAt: expiryOf(given), user: me.user, organization: me.organization });
  });
  return (
    <>
      <p class="lead">
        Your organization signs in at <strong>{issuer}</strong>. Paste a session token that it gave you.
      </p>
      <Trouble error={enter.error} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.run(token.trim());
        }}
      >
        <Field label="Session token" hint="It stays in this browser until it expires or you sign out.">
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
        <button type="submit" class="button primary wide" disabled={enter.isRunning}>
          Sign in
        </button>
      </form>
    </>
  );
}

/** `exp` of a token that the service has accepted; an hour for one that is not a JWT. */
function expiryOf(token: string): string {
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
