// The mark of the product: three portions of one sample.
export const Logo = ({ size = 20 }: { size?: number }) => (
  <svg className="logo" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
    {[1, 7.5, 14].map((x, i) => (
      <g key={x}>
        <rect x={x} y={2} width={5} height={16} rx={2} className="logo-tube" />
        <path
          d={`M${x} ${[9, 7, 10][i] ?? 9}h5v${18 - ([9, 7, 10][i] ?? 9) - 2}a2 2 0 0 1-2 2h-1a2 2 0 0 1-2-2z`}
          className="logo-fill"
        />
      </g>
    ))}
  </svg>
)
