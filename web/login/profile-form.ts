// The user's own profile as a form: its fields and errors, in the specification's words.
export type Profile = {
  UserName: string
  FullName: string
  Email: string
  Picture: string | null
  CurrentPassword: string
  Password: string
  Password2: string
}
export type ProfileField = keyof Profile
export type ProfileErrors = { [Name in ProfileField]?: string[] }

const addressPattern = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/
const required: readonly (readonly [ProfileField, string])[] = [
  ['UserName', 'User Name is required'],
  ['FullName', 'Full Name is required'],
  ['CurrentPassword', 'Current Password is required'],
  ['Password', 'New Password is required'],
  ['Password2', 'Retype Password is required'],
]
/** The errors by field; empty when the profile may be sent. */
export const profileErrors = (profile: Profile): ProfileErrors => {
  const errors: ProfileErrors = {}
  for (const [name, text] of required) if (!profile[name]?.trim()) errors[name] = [text]
  if (profile.Email.trim() && !addressPattern.test(profile.Email.trim())) errors.Email = ['Invalid email address']
  if (!errors.Password2 && profile.Password !== profile.Password2) errors.Password2 = ["Passwords don't match"]
  return errors
}

/** The most bytes of a picture. */
const pictureLimit = 512 * 1024
/** Why a file cannot be the picture, or undefined. */
export const pictureProblem = (picture: { type: string; size: number }): string | undefined => {
  if (!['image/png', 'image/jpeg'].includes(picture.type)) return 'Picture must be a PNG or JPEG file'
  if (picture.size > pictureLimit) return 'Picture must be 512 KB or smaller'
  return undefined
}
