// The second factor: enter a code at sign-in, set up an authenticator, or turn it off.
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAnswer } from '../../api/cache.ts'
import { Waiting } from '../../part/waiting.tsx'
import { askAgain, endSession } from '../../session/session.ts'
import { Entrance } from '../entrance.tsx'
import { GiveCode } from './give-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import { KeptFactor } from './kept-factor.tsx'
import { secondFactor } from '../../../core/answer/questions.ts'

const route = getRouteApi('/secondfactor')

/** The user's own second factor, to turn on or off. */
const OwnFactor = ({ onCodes, onClose }: { onCodes: (codes: readonly string[]) => void; onClose: () => void }) => {
  const { data, refetch } = useAnswer(secondFactor)
  if (!data) return <Waiting />
  if (!data.On) return <SetUpFactor password onCodes={onCodes} onClose={onClose} />
  return <KeptFactor state={data} onCodes={onCodes} onOff={() => void refetch()} onClose={onClose} />
}

const Factor = () => {
  const { known } = route.useRouteContext()
  const navigate = useNavigate()
  const router = useRouter()
  const [codes, setCodes] = useState<readonly string[]>()
  const factor = known.User.SecondFactor
  const logout = () => void endSession().then(() => navigate({ to: '/login' }))
  const onward = async () => {
    // the session changes with its code, so it is read again
    await askAgain()
    await (known.User.MustChangePassword
      ? navigate({ to: '/profile' })
      : navigate({ to: '/roleselection/$first', params: { first: 'true' } }))
  }
  const back = () => (factor ? void onward() : router.history.back())
  if (codes) return <RecoveryCodes codes={codes} onClose={back} />
  if (factor === 'asked') return <GiveCode onDone={() => void onward()} onClose={logout} />
  if (factor === 'wanted') return <SetUpFactor onCodes={setCodes} onClose={logout} />
  return <OwnFactor onCodes={setCodes} onClose={back} />
}

export const SecondFactorPage = () => (
  <Entrance>
    <Factor />
  </Entrance>
)
