import { isPlatError, type WholeSearchResult } from "@plat/client";
import { useEffect, useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatCount, plural } from "../format.ts";
import { go, href, place } from "../router.ts";
import { useStore } from "../store.ts";
import { Select } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Slow } from "../ui/slow-notice.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useAction, useLoad } from "../use-load.ts";
import { addressOf, type Asked, orders, readAsked, requestOf, withSuggestion } from "./search-state.ts";
import { FacetColumn } from "./facets.tsx";
import { FiltersDialog } from "./filters-dialog.tsx";
import { HitCard } from "./hit-card.tsx";
import { suggestionText } from "./filter-labels.ts";
import { MapPane } from "./map-pane.tsx";
import { QueryBox } from "./query-box.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { Understood } from "./interpretation-panel.tsx";

const pageSize = 20;

export function SearchPage() {
  const { query: address } = useStore(place);
  const asked = readAsked(address);
  const [isMap, setMap] = useState(false);
  const [zoom, setZoom] = useState(6);
  const [isShowingRequest, setShowingRequest] = useState(false);
  const [editing, setEditing] = useState<string | undefined>(undefined);
  useEffect(() => {
    // Going back leaves no dialog of the place before.
    setEditing(undefined);
    setShowingRequest(false);
  }, [address]);
  const requestFor = (wanted: Asked) => requestOf(wanted, { limit: pageSize, zoom: isMap ? zoom : undefined });
  const request = requestFor(asked);
  const search = useLoad((signal) => plat.search(request, { signal }), [JSON.stringify(request)]);
  const more = useAction(async () => {
    const before = search.data;
    if (before === undefined || before.page.nextCursor === null) return;
    const next = await plat.search({ ...request, cursor: before.page.nextCursor });
    search.extend(before, { ...before, data: [...before.data, ...next.data], page: next.page });
  });
  useEffect(more.clear, [JSON.stringify(request)]);
  const ask = (next: Asked): void => {
    go("/search", addressOf(next));
    // Asked once more, there may be an answer that is newer.
    if (JSON.stringify(requestFor(next)) === JSON.stringify(request)) search.reload();
  };
  const result = search.data;
  const interpretation = search.error === undefined && asked.query !== "" ? result?.interpretation : undefined;
  const isNoQuery = isPlatError(search.error, "not_a_property_query");
  return (
    <Page title="Search" lead="Ask in plain words; what was understood can be seen and changed.">
      <QueryBox query={asked.query} onAsk={(query) => ask({ ...asked, query })} />
      <Understood asked={asked} interpretation={interpretation} onAsk={ask} onEdit={setEditing} />
      <div class="toolbar">
        <p class="total" role="status">
          {result === undefined || search.error !== undefined ? "" : totalText(result)}
        </p>
        <button type="button" class="button" onClick={() => setEditing("price")}>
          Filters
        </button>
        <Select label="Order" options={orders} value={asked.order} onChange={(order) => ask({ ...asked, order })} />
        <button type="button" class="button" aria-pressed={isMap} onClick={() => setMap(!isMap)}>
          <Icon name="map" />
          Map
        </button>
        <button type="button" class="button" onClick={() => setShowingRequest(true)}>
          <Icon name="copy" />
          As curl
        </button>
        <label class="toggle">
          <input
            type="checkbox"
            checked={asked.isOwn}
            onChange={(event) => ask({ ...asked, isOwn: event.currentTarget.checked })}
          />
          Only ours
        </label>
      </div>
      {isNoQuery ? (
        <Empty icon="search" title="That asks for no property">
          Name a kind of home, a place, a price or anything else that a listing has, for example “3 bed house under
          300k”.
        </Empty>
      ) : (
        <Trouble error={search.error} onRetry={search.reload} />
      )}
      <Slow isWaiting={search.isLoading && result !== undefined} />
      {isMap && (
        <MapPane
          result={search.isLoading || search.error !== undefined ? undefined : result}
          box={asked.box}
          about={JSON.stringify([asked.query, asked.filters, asked.isOwn])}
          onZoom={setZoom}
          onBox={(box) => ask({ ...asked, box })}
        />
      )}
      {search.error === undefined &&
        (result === undefined ? (
          <Loading lines={8} />
        ) : (
          <div class={search.isLoading ? "results stale" : "results"} aria-busy={search.isLoading}>
            <Facets result={result} asked={asked} onAsk={ask} />
            <div>
              {result.data.length === 0 ? (
                <Nothing result={result} asked={asked} onAsk={ask} />
              ) : (
                <ul class="hits">
                  {result.data.map((hit) => (
                    <HitCard key={hit.id} hit={hit} />
                  ))}
                </ul>
              )}
              {result.page.nextCursor !== null && (
                <button type="button" class="button wide" disabled={more.isRunning} onClick={() => more.run()}>
                  Show more
                </button>
              )}
              <Trouble error={more.error} onRetry={() => more.run()} />
            </div>
          </div>
        ))}
      {isShowingRequest && <RequestDialog request={request} onClose={() => setShowingRequest(false)} />}
      {editing !== undefined && (
        <FiltersDialog
          asked={asked}
          interpretation={interpretation}
          focus={editing}
          onAsk={ask}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Page>
  );
}

function totalText({ total, excludedForMissing = {} }: WholeSearchResult): string {
  const left = Object.entries(excludedForMissing).flatMap(([field, count = 0]) =>
    count > 0 ? [[field, count] as const] : [],
  );
  const without = left.map(
    ([field, count]) => `${formatCount(count)} without ${field === "location" ? "a location" : field}`,
  );
  return `${plural(total.value, "listing")}${without.length === 0 ? "" : ` (left out: ${without.join(", ")})`}`;
}

interface PartProps {
  result: WholeSearchResult;
  asked: Asked;
  onAsk: (next: Asked) => void;
}

/** Beside the hits on wide screens; folded away on narrow ones. */
function Facets({ result, asked, onAsk }: PartProps) {
  const [isWide, setWide] = useState(() => matchMedia("(min-width: 60rem)").matches);
  useEffect(() => {
    const query = matchMedia("(min-width: 60rem)");
    const changed = (): void => setWide(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  if (result.facets === undefined) return <div />;
  return (
    <details class="facet-column" open={isWide}>
      <summary>Narrow down</summary>
      <FacetColumn facets={result.facets} asked={asked} interpretation={result.interpretation} onAsk={onAsk} />
    </details>
  );
}

function Nothing({ result, asked, onAsk }: PartProps) {
  const { suggestions = [] } = result;
  const isPlain = asked.query === "" && Object.keys(asked.filters).length === 0 && asked.box === undefined;
  if (isPlain) {
    return (
      <Empty
        icon="listings"
        title="There is no active listing yet"
        actions={
          <>
            <a class="button primary" href={href("/listings/new")}>
              Add a listing
            </a>
            <a class="button" href={href("/import")}>
              Import a CSV file
            </a>
          </>
        }
      >
        It can be found here a moment after it is in.
      </Empty>
    );
  }
  return (
    <Empty
      icon="search"
      title="Nothing fits all of that"
      actions={suggestions.slice(0, 5).map((suggestion) => (
        <button
          key={`${suggestion.filter} ${suggestion.to ?? ""}`}
          type="button"
          class="button"
          onClick={() => onAsk(withSuggestion(asked, result.interpretation, suggestion))}
        >
          {suggestionText(suggestion)} <span class="faint">{plural(suggestion.count, "listing")}</span>
        </button>
      ))}
    >
      {suggestions.length > 0 ? "One change would bring some:" : "Try fewer words, or remove a filter."}
    </Empty>
  );
}
