import { plat } from "../api.ts";
import { HitCard } from "../search/hit-card.tsx";
import { Loading } from "../ui/loading.tsx";
import { Empty } from "../ui/empty-state.tsx";
import { Trouble } from "../ui/error-message.tsx";
import { useLoad } from "../use-load.ts";

/** Listings like this one, with what they have in common. */
export function SimilarTab({ id }: { id: string }) {
  const similar = useLoad((signal) => plat.similar(id, { limit: 12, includeBranding: true, signal }), [id]);
  if (similar.data === undefined)
    return similar.isLoading ? <Loading /> : <Trouble error={similar.error} onRetry={similar.reload} />;
  if (similar.data.length === 0)
    return (
      <Empty icon="home" title="Nothing like it">
        Similar listings are of the same type and category, in the same city or community, within one bedroom and a
        quarter of the price.
      </Empty>
    );
  return (
    <ul class="hits">
      {similar.data.map((hit) => (
        <HitCard key={hit.id} hit={hit} />
      ))}
    </ul>
  );
}
