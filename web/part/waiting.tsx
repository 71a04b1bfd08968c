// Shows that something is loading, but only when it takes longer than 400 ms.
export const Waiting = ({ what = 'Loading' }: { what?: string }) => (
  <div className="centre late" aria-busy="true">
    <div className="spinner" role="progressbar" aria-label={what} />
  </div>
)
