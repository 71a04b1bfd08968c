// The second factor: a code that sign-in asks for, an authenticator that is set up, one that is turned off.
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useGet } from '../../api/cache.ts'
import { Waiting } from '../../part/waiting.tsx'
import { askAgain, endSession } from '../../session/session.ts'
import { Entrance } from '../entrance.tsx'
import { GiveCode } from './give-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import { KeptFactor } from './kept-factor.tsx'

const route = getRouteApi('/secondfactor')
type State = { readonly On: boolean; readonly Demanded: boolean; readonly RecoveryCodes: number }

/** One that is on or off, as its owner changes it. */
const OwnFactor = ({ onCodes, onClose }: { onCodes: (codes: readonly string[]) => void; onClose: () => void }) => {
  const { data, refetch } = useGet<State>('/api/secondfactor')
  if (!data) return <Waiting />
  if (!data.On) return <SetUpFactor password onCodes={onCodes} onClose={onClose} />
  return <KeptFactor state={data} onCodes={onCodes} onOff={() => void refetch()} onClose={onClose} />
}

const Factor = () => {
  const { known } = route.useRouteContext()
  const navigate = useNavigate()
  const router = useRouter()
  const [codes, setCodes] = useState<readonly string[]>()
  const asked = known.User.SecondFactor
  const logout = () => void endSession().then(() => navigate({ to: '/login' }))
  const onward = async () => {
    // what was known of the session before its code holds no more
    await askAgain()
    await (known.User.MustChangePassword
      ? navigate({ to: '/profile' })
      : navigate({ to: '/roleselection/$first', params: { first: 'true' } }))
  }
  const back = () => (asked ? void onward() : router.history.back())
  if (codes) return <RecoveryCodes codes={codes} onClose={back} />
  if (asked === 'asked') return <GiveCode onDone={() => void onward()} onClose={logout} />
  if (asked === 'wanted') return <SetUpFactor onCodes={setCodes} onClose={logout} />
  return <OwnFactor onCodes={setCodes} onClose={back} />
}

export const SecondFactorPage = () => (
  <Entrance>
    <Factor />
  </Entrance>
)
