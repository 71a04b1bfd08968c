// Warns each administrator who uses another address than the network's public one: one wrong letter would break every
// code on a report.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { recordLink } from '../record/record-link.ts'
import { remember, remembered } from '../session/preferences.ts'
import { useSession } from '../session/session.ts'

const name = 'addresses'

/** Both addresses, when they lead to different hosts. `here` is the origin of this page. */
export const differing = (publicAddress: string | null, here: string): { kept: string; here: string } | undefined => {
  if (publicAddress === null || !URL.canParse(publicAddress)) return undefined
  return new URL(publicAddress).host === new URL(here).host ? undefined : { kept: publicAddress, here }
}

export const OtherAddress = () => {
  const { Network } = useSession()
  const [known, setKnown] = useState(remembered(name))
  const found = differing(Network.publicAddress, location.origin)
  if (found === undefined) return null
  // a confirmation counts for this pair of addresses only
  const pair = `${found.kept} ${found.here}`
  if (known === pair) return null
  const keep = () => {
    remember(name, pair)
    setKnown(pair)
  }
  return (
    <div className="band other-address" role="note" aria-label="Public address">
      <span>
        The public address of the network is <b>{found.kept}</b>, and you are at <b>{found.here}</b>. The codes on
        reports lead to the public address. Aliquot answers at both.
      </span>
      <Link className="button" {...recordLink('settings', { SettingsId: 1 })}>
        Settings
      </Link>
      <Button label="Confirm both" onClick={keep} />
    </div>
  )
}
