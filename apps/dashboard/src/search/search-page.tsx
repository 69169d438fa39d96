import { isPlatError, type CompleteSearchResult } from "@plat/client";
import { useEffect, useState } from "preact/hooks";
import { plat } from "../api.ts";
import { formatCount, pluralize } from "../format.ts";
import { navigate, href, currentRoute } from "../router.ts";
import { useStore } from "../store.ts";
import { LabelledSelect } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { SlowNotice } from "../ui/slow-notice.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useAction, useLoad } from "../use-load.ts";
import {
  searchStateToQuery,
  type SearchState,
  sortOptions,
  parseSearchState,
  toSearchRequest,
  applySuggestion,
  effectiveFilters,
} from "./search-state.ts";
import { FacetLists } from "./facets.tsx";
import { FiltersDialog } from "./filters-dialog.tsx";
import { HitCard } from "./hit-card.tsx";
import { suggestionText } from "./filter-labels.ts";
import { MapPane } from "./map-pane.tsx";
import { QueryBox } from "./query-box.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { InterpretationPanel } from "./interpretation-panel.tsx";

const pageSize = 20;

export function SearchPage() {
  const { query: routeQuery } = useStore(currentRoute);
  const state = parseSearchState(routeQuery);
  const [isMapOpen, setMapOpen] = useState(false);
  const [zoom, setZoom] = useState(6);
  const [isShowingRequest, setShowingRequest] = useState(false);
  const [editing, setEditing] = useState<string | undefined>(undefined);
  useEffect(() => {
    // A navigation closes the dialogs of the previous route.
    setEditing(undefined);
    setShowingRequest(false);
  }, [routeQuery]);
  const requestFor = (target: SearchState) =>
    toSearchRequest(target, { limit: pageSize, zoom: isMapOpen ? zoom : undefined });
  const request = requestFor(state);
  const search = useLoad((signal) => plat.search(request, { signal }), [JSON.stringify(request)]);
  const more = useAction(async () => {
    const before = search.data;
    if (before === undefined || before.page.nextCursor === null) return;
    const next = await plat.search({ ...request, cursor: before.page.nextCursor });
    search.appendTo(before, { ...before, data: [...before.data, ...next.data], page: next.page });
  });
  useEffect(more.clear, [JSON.stringify(request)]);
  const update = (next: SearchState): void => {
    navigate("/search", searchStateToQuery(next));
    // The same search again loads newer results.
    if (JSON.stringify(requestFor(next)) === JSON.stringify(request)) search.reload();
  };
  const result = search.data;
  const interpretation = search.error === undefined && state.query !== "" ? result?.interpretation : undefined;
  const isNotAQuery = isPlatError(search.error, "not_a_property_query");
  return (
    <Page title="Search" lead="Search in plain language, then review and adjust how your query was interpreted.">
      <QueryBox query={state.query} onSearch={(query) => update({ ...state, query })} />
      <InterpretationPanel state={state} interpretation={interpretation} onChange={update} onEdit={setEditing} />
      <div class="toolbar">
        <p class="total" role="status">
          {result === undefined || search.error !== undefined ? "" : formatTotal(result)}
        </p>
        <button type="button" class="button" onClick={() => setEditing("price")}>
          Filters
        </button>
        <LabelledSelect
          label="Sort by"
          options={sortOptions}
          value={state.sort}
          onChange={(sort) => update({ ...state, sort })}
        />
        <button type="button" class="button" aria-pressed={isMapOpen} onClick={() => setMapOpen(!isMapOpen)}>
          <Icon name="map" />
          Map
        </button>
        <button type="button" class="button" onClick={() => setShowingRequest(true)}>
          <Icon name="copy" />
          API request
        </button>
        <label class="toggle">
          <input
            type="checkbox"
            checked={state.ownOnly}
            onChange={(event) => update({ ...state, ownOnly: event.currentTarget.checked })}
          />
          My organization
        </label>
      </div>
      {isNotAQuery ? (
        <EmptyState icon="search" title="Not a property search">
          Enter a property type, a location, a price or another listing attribute, for example “3 bed house under 300k”.
        </EmptyState>
      ) : (
        <ErrorMessage error={search.error} onRetry={search.reload} />
      )}
      <SlowNotice isWaiting={search.isLoading && result !== undefined} />
      {isMapOpen && (
        <MapPane
          result={search.isLoading || search.error !== undefined ? undefined : result}
          box={state.box}
          fitKey={JSON.stringify([state.query, state.filters, state.ownOnly])}
          onZoom={setZoom}
          onBox={(box) => update({ ...state, box })}
        />
      )}
      {search.error === undefined &&
        (result === undefined ? (
          <Loading lines={8} />
        ) : (
          <div class={search.isLoading ? "results stale" : "results"} aria-busy={search.isLoading}>
            <FacetColumn result={result} state={state} onChange={update} />
            <div>
              {result.data.length === 0 ? (
                <NoResults result={result} state={state} onChange={update} />
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
              <ErrorMessage error={more.error} onRetry={() => more.run()} />
            </div>
          </div>
        ))}
      {isShowingRequest && <RequestDialog request={request} onClose={() => setShowingRequest(false)} />}
      {editing !== undefined && (
        <FiltersDialog
          state={state}
          interpretation={interpretation}
          focus={editing}
          onChange={update}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Page>
  );
}

function formatTotal({ total, excludedForMissing = {} }: CompleteSearchResult): string {
  const excluded = Object.entries(excludedForMissing).flatMap(([field, count = 0]) =>
    count > 0 ? [[field, count] as const] : [],
  );
  const parts = excluded.map(
    ([field, count]) => `${formatCount(count)} without ${field === "location" ? "a location" : field}`,
  );
  return `${pluralize(total.value, "listing")}${parts.length === 0 ? "" : ` (excluded: ${parts.join(", ")})`}`;
}

interface PartProps {
  result: CompleteSearchResult;
  state: SearchState;
  onChange: (next: SearchState) => void;
}

/** Facets next to the results. Collapsed on narrow screens. */
function FacetColumn({ result, state, onChange }: PartProps) {
  const [isWide, setWide] = useState(() => matchMedia("(min-width: 60rem)").matches);
  useEffect(() => {
    const query = matchMedia("(min-width: 60rem)");
    const onChangeOfWidth = (): void => setWide(query.matches);
    query.addEventListener("change", onChangeOfWidth);
    return () => query.removeEventListener("change", onChangeOfWidth);
  }, []);
  if (result.facets === undefined) return <div />;
  return (
    <details class="facet-column" open={isWide}>
      <summary>Filter results</summary>
      <FacetLists facets={result.facets} state={state} interpretation={result.interpretation} onChange={onChange} />
    </details>
  );
}

function NoResults({ result, state, onChange }: PartProps) {
  const { suggestions = [] } = result;
  const isUnfiltered = state.query === "" && Object.keys(state.filters).length === 0 && state.box === undefined;
  if (isUnfiltered) {
    return (
      <EmptyState
        icon="listings"
        title="No active listings yet"
        actions={
          <>
            <a class="button primary" href={href("/listings/new")}>
              New listing
            </a>
            <a class="button" href={href("/import")}>
              Import CSV
            </a>
          </>
        }
      >
        New listings appear here within seconds.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title="No matching listings"
      actions={suggestions.slice(0, 5).map((suggestion) => (
        <button
          key={`${suggestion.filter} ${suggestion.to ?? ""}`}
          type="button"
          class="button"
          onClick={() => onChange(applySuggestion(state, result.interpretation, suggestion))}
        >
          {suggestionText(suggestion, effectiveFilters(state, result.interpretation))}{" "}
          <span class="muted">{pluralize(suggestion.count, "listing")}</span>
        </button>
      ))}
    >
      {suggestions.length > 0 ? "Change one filter to see results:" : "Try fewer words or remove a filter."}
    </EmptyState>
  );
}
