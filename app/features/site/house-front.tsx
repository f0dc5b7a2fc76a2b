/** Decoration: an Indian house front at dusk. */
export function HouseFront({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 360" aria-hidden="true" className={className}>
      {/* The wall, its cornice and its red foot. */}
      <path className="fill-surface stroke-line" strokeWidth="2" d="M30 360V56h420v304" />
      <path className="fill-surface-sunken stroke-line" strokeWidth="2" d="M18 40h444v16H18z" />
      <path className="stroke-line-strong" strokeWidth="2" strokeDasharray="3 11" d="M24 64h432" />
      <path className="fill-geru" d="M30 316h420v44H30z" />

      {/* The door, ajar, with light behind it. */}
      <path
        className="fill-geru-deep"
        d="M148 360V196c0-56 30-76 58-96 18-13 28-26 34-42 6 16 16 29 34 42 28 20 58 40 58 96v164z"
      />
      <path
        className="fill-surface-sunken"
        d="M162 360V200c0-48 26-66 50-84 14-10 22-20 28-32 6 12 14 22 28 32 24 18 50 36 50 84v160z"
      />
      <path className="fill-haldi" d="M240 84c6 12 14 22 28 32 24 18 50 36 50 84v160h-78z" opacity=".9" />
      <path className="fill-indigo" d="M162 360V200c0-48 26-66 50-84 14-10 22-20 28-32v276z" />
      <path className="fill-indigo" d="M290 360V134c16 13 28 30 28 66v160z" />
      <g className="stroke-haldi" fill="none" strokeWidth="2" opacity=".75">
        <path d="M176 344V206c0-28 10-44 24-57l26-21v216z" />
        <path d="M176 236h50M176 290h50M302 344V172M302 236h16M302 290h16" />
      </g>
      <circle className="fill-haldi" cx="231" cy="246" r="4.5" />

      {/* Mango leaves and marigolds across the arch. */}
      <path className="stroke-leaf" fill="none" strokeWidth="2" d="M136 168q52 34 104 8q52 26 104-8" />
      <path className="fill-leaf" d={LEAVES.map((place) => `M${place}c8 9 8 21 0 32c-8-11-8-23 0-32z`).join("")} />
      <path
        className="stroke-haldi"
        strokeWidth="12"
        strokeLinecap="round"
        d="M138 169h0M190 188h0M240 176h0M290 188h0M342 169h0"
      />

      {/* Niches with lamps. */}
      {[84, 396].map((x) => (
        <g key={x}>
          <path
            className="fill-surface-sunken stroke-line-strong"
            strokeWidth="2"
            d={`M${x - 24} 238v-52c0-20 14-26 24-40c10 14 24 20 24 40v52z`}
          />
          <path className="fill-geru" d={`M${x - 13} 226h26c-2 8-7 11-13 11s-11-3-13-11z`} />
          <path className="fill-haldi" d={`M${x} 203c7 9 7 20 0 21c-7-1-7-12 0-21z`} />
        </g>
      ))}

      {/* The number plate. */}
      <path className="fill-indigo" d="M362 262h68v34h-68z" />
      <path className="stroke-haldi" fill="none" strokeWidth="1.5" d="M366 266h60v26h-60z" />
      <text className="fill-haldi font-display" x="396" y="286" fontSize="20" fontWeight="700" textAnchor="middle">
        42/3
      </text>

      {/* The step, and tulsi in a pot. */}
      <path className="fill-surface stroke-line-strong" strokeWidth="2" d="M128 346h224v15H128z" />
      <path className="fill-leaf" d="M82 262c16-2 22 12 14 20c12 2 14 20-2 22h-22c-16-2-14-20-2-22c-8-8-4-20 12-20z" />
      <path className="fill-geru-deep stroke-surface" strokeWidth="2" d="M62 304h42l-6 44H68z" />
    </svg>
  );
}

const LEAVES = ["154 178", "178 187", "202 188", "222 183", "258 183", "278 188", "302 187", "326 178"];
