// The frame of the pages before the shell: the plate of wells on the left, the form on the right.
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { dropKeys, isPageElsewhere, playKeys } from '../keys/held-keys.ts'
import { product } from '../product.ts'
import { Logo } from '../part/logo.tsx'
import './login.css'

const columns = 12
const rows = 8
const filled = 47
// shade of each filled well, 1 to 5; a fixed pattern, so that the page is the same each morning
const shade = (well: number): number => ((well * 7 + Math.floor(well / 5) * 3) % 5) + 1

const Plate = () => (
  <svg className="plate" viewBox="0 0 424 280" aria-hidden="true">
    {Array.from({ length: columns * rows }, (_, well) => {
      const state = well < filled - 1 ? `well-${shade(well)}` : well === filled - 1 ? 'well-now' : 'well-empty'
      return (
        <circle
          key={well}
          className={state}
          cx={16 + (well % columns) * 36}
          cy={16 + Math.floor(well / columns) * 35.5}
          r={12}
        />
      )
    })}
  </svg>
)

export const Entrance = ({ children }: { children: ReactNode }) => {
  // after a sign-out, keys meant for another screen must not go into the user name
  useEffect(() => (isPageElsewhere() ? dropKeys('page') : playKeys('page')), [])
  return (
    <div className="entrance">
      <aside className="entrance-side">
        <div className="entrance-name">
          <Logo size={26} /> {product.name}
        </div>
        <div className="entrance-plate">
          <Plate />
          <p>From the first bill of the morning to the last report of the day.</p>
        </div>
        <small>
          {product.version} · {product.year}
        </small>
      </aside>
      <main className="entrance-main">{children}</main>
    </div>
  )
}
