// The user's own profile.
import { expect, test } from 'vitest'
import { pictureProblem, profileErrors } from './profile-form.ts'

const good = {
  UserName: 'asharma',
  FullName: 'Anita Sharma',
  Email: 'a@b.co',
  Picture: null,
  CurrentPassword: 'old',
  Password: 'new pass word',
  Password2: 'new pass word',
}
test('a whole profile has no errors', () => expect(profileErrors(good)).toEqual({}))
test('FND-283 FND-284 FND-286 FND-287 user name, full name, new password and retype are required', () => {
  const errors = profileErrors({ ...good, UserName: ' ', FullName: '', Password: '', Password2: '' })
  expect(Object.keys(errors)).toEqual(['UserName', 'FullName', 'Password', 'Password2'])
})
test('FND-285 the email matches a simple address', () => {
  for (const Email of ['a@b.c', 'abc'])
    expect(profileErrors({ ...good, Email })).toEqual({ Email: ['Invalid email address'] })
  expect(profileErrors({ ...good, Email: '' })).toEqual({})
})
test('FND-288 a retype that differs', () => {
  expect(profileErrors({ ...good, Password2: 'other' })).toEqual({ Password2: ["Passwords don't match"] })
})
test('FND-070 a picture is PNG or JPEG of 512 KB at most', () => {
  expect(pictureProblem({ type: 'image/png', size: 512 * 1024 })).toBeUndefined()
  expect(pictureProblem({ type: 'image/gif', size: 1 })).toBe('Picture must be a PNG or JPEG file')
  expect(pictureProblem({ type: 'image/jpeg', size: 512 * 1024 + 1 })).toBe('Picture must be 512 KB or smaller')
})
