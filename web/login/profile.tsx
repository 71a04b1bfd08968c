// The user's own profile: name, email, picture and a new password; also where the user must change the password.
import { getRouteApi, Link } from '@tanstack/react-router'
import { isStaff } from '../../core/user.ts'
import { Labelled } from '../part/labelled.tsx'
import type { Account } from '../session/session.ts'
import { Entrance } from './entrance.tsx'
import { PasswordInput } from './password-input.tsx'
import { PictureField } from './picture-field.tsx'
import type { ProfileField } from './profile-form.ts'
import { useProfile } from './use-profile.ts'

const route = getRouteApi('/profile')

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

const Passwords = ({ profile, errors, set }: Pick<ReturnType<typeof useProfile>, 'profile' | 'errors' | 'set'>) =>
  passwords.map(([name, label, complete]) => (
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
  ))

const keptName = 'Your full name is printed on papers. Ask an administrator to change it'

const ProfileForm = ({ user }: { user: Account }) => {
  const { form, profile, errors, busy, set, refusePicture, save, close } = useProfile(user)
  // outside users do not sign papers
  const isKept = user.Roles.some(isStaff)
  return (
    <form ref={form} className="entrance-form" onSubmit={(event) => void save(event)} noValidate>
      <h1>Profile</h1>
      <p>Saving signs you out. Then sign in again.</p>
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
              readOnly={name === 'FullName' && isKept}
              title={name === 'FullName' && isKept ? keptName : undefined}
            />
          )}
        </Labelled>
      ))}
      {isKept && <p className="secondary">{keptName}.</p>}
      <PictureField
        name={profile.FullName}
        value={profile.Picture}
        error={errors.Picture?.[0]}
        onChange={(value) => set('Picture', value)}
        onProblem={refusePicture}
      />
      <Passwords profile={profile} errors={errors} set={set} />
      {!user.MustChangePassword && (
        <Link className="button link" to="/secondfactor">
          Second factor
        </Link>
      )}
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
  const { known } = route.useRouteContext()
  return (
    <Entrance>
      <ProfileForm user={known.User} />
    </Entrance>
  )
}
