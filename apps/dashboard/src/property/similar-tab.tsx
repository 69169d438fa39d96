import { plat } from "../api.ts";
import { HitCard } from "../search/hit-card.tsx";
import { Loading } from "../ui/loading.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";

/** Similar listings with the criteria that they match. */
export function SimilarTab({ id }: { id: string }) {
  const similar = useLoad((signal) => plat.similar(id, { limit: 12, includeBranding: true, signal }), [id]);
  if (similar.data === undefined)
    return similar.isLoading ? <Loading /> : <ErrorMessage error={similar.error} onRetry={similar.reload} />;
  if (similar.data.length === 0)
    return (
      <EmptyState icon="house" title="No similar listings">
        Similar listings have the same type and category, are in the same city or community, and differ by at most one
        bedroom and 25% in price.
      </EmptyState>
    );
  return (
    <ul class="hits">
      {similar.data.map((hit) => (
        <HitCard key={hit.id} hit={hit} />
      ))}
    </ul>
  );
}
