// The own profile: name, email, picture and a new password; also where a password that must be changed is changed.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { ApiError, put } from '../api/api.ts'
import type { FieldErrors } from '../api/api.ts'
import { Labelled } from '../part/labelled.tsx'
import type { Account } from '../session/session.ts'
import { askCurrentUser, endSession } from '../session/session.ts'
import { sayError, saySaved } from '../message/snackbar-store.ts'
import { Waiting } from '../part/waiting.tsx'
import { Entrance } from './entrance.tsx'
import { PasswordInput } from './password-input.tsx'
import { PictureField } from './picture-field.tsx'
import { profileErrors } from './profile-form.ts'
import type { Profile, ProfileField } from './profile-form.ts'

const texts: readonly (readonly [ProfileField, string, string, boolean])[] = [
  ['UserName', 'User Name', 'username', true],
  ['FullName', 'Full Name', 'name', true],
  ['Email', 'Email', 'email', false],
]
const passwords: readonly (readonly [ProfileField, string, string])[] = [
  ['CurrentPassword', 'Current Password', 'current-password'],
  ['Password', 'New Password', 'new-password'],
  ['Password2', 'Retype Password', 'new-password'],
]

const ProfileForm = ({ user }: { user: Account }) => {
  const navigate = useNavigate()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [profile, setProfile] = useState<Profile>({
    UserName: user.UserName,
    FullName: user.FullName,
    Email: user.Email ?? '',
    Picture: user.Picture,
    CurrentPassword: '',
    Password: '',
    Password2: '',
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [busy, setBusy] = useState(false)
  const set = (name: ProfileField, value: string | null) => setProfile((before) => ({ ...before, [name]: value }))
  const mark = (found: FieldErrors) => {
    setErrors(found)
    const first = Object.keys(found)[0]
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = profileErrors(profile)
    mark(found)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    try {
      const answer = await put(`/api/users/${user.UserId}`, {
        UserId: user.UserId,
        ...profile,
        Email: profile.Email.trim() || null,
      })
      saySaved(answer)
      await endSession()
      await navigate({ to: '/login' })
    } catch (error) {
      if (error instanceof ApiError) mark(error.errors)
      sayError(error)
      setBusy(false)
    }
  }
  const close = async () => {
    if (!user.MustChangePassword) return router.history.back()
    await endSession()
    await navigate({ to: '/login' })
  }
  return (
    <form ref={form} className="entrance-form" onSubmit={(event) => void save(event)} noValidate>
      <h1>Profile</h1>
      <p>Saving signs you out, to sign in anew.</p>
      {user.MustChangePassword && <p className="band">Your password must be changed before you go on.</p>}
      {texts.map(([name, label, complete, required], index) => (
        <Labelled key={name} label={label} required={required} error={errors[name]?.[0]}>
          {(given) => (
            <input
              {...given}
              className="input"
              name={name}
              autoComplete={complete}
              value={profile[name] ?? ''}
              onChange={(event) => set(name, event.target.value)}
              autoFocus={index === 0}
            />
          )}
        </Labelled>
      ))}
      <PictureField
        name={profile.FullName}
        value={profile.Picture}
        error={errors['Picture']?.[0]}
        onChange={(value) => set('Picture', value)}
        onProblem={(text) => setErrors({ ...errors, Picture: text ? [text] : [] })}
      />
      {passwords.map(([name, label, complete]) => (
        <Labelled key={name} label={label} required error={errors[name]?.[0]}>
          {(given) => (
            <PasswordInput
              {...given}
              name={name}
              autoComplete={complete}
              value={profile[name] ?? ''}
              onChange={(event) => set(name, event.target.value)}
            />
          )}
        </Labelled>
      ))}
      <div className="entrance-actions">
        <button type="submit" className="button primary" aria-busy={busy || undefined}>
          Save
        </button>
        <button type="button" className="button" onClick={() => void close()}>
          {user.MustChangePassword ? 'Logout' : 'Close'}
        </button>
      </div>
    </form>
  )
}

export const ProfilePage = () => {
  const navigate = useNavigate()
  const known = useQuery({ queryKey: ['/api/currentUser', {}], queryFn: askCurrentUser })
  const failed = known.isError
  useEffect(() => {
    if (failed) void endSession().then(() => navigate({ to: '/login' }))
  }, [failed, navigate])
  return <Entrance>{known.data ? <ProfileForm user={known.data.User} /> : <Waiting />}</Entrance>
}
