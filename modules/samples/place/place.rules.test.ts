// The place of a draw in words, and what is refused.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { mayDrawAt, placeText, type Drawn } from './place.rules.ts'

const why = (drawn: Drawn) => reasonOf(mayDrawAt(drawn))

test('another place has a name, and no other has one', () => {
  expect(why({})).toBeUndefined()
  expect(why({ Place: 'home' })).toBeUndefined()
  expect(why({ Place: 'other', PlaceName: ' ' })).toBe('Say which place it is: a ward, a hospital, a camp')
  expect(why({ Place: 'home', PlaceName: 'Ward 3' })).toBe('Choose Another place, or leave this empty')
  expect([
    placeText({}),
    placeText({ Place: 'here' }),
    placeText({ Place: 'home' }),
    placeText({ Place: 'other', PlaceName: ' Ward 3 ' }),
  ]).toEqual([null, null, 'Home visit', 'Ward 3'])
})
