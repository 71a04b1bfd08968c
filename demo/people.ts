// Names and phone numbers of the demo network's patients: fictional, not dialable, the same for the same seed.
import { clientType, gender } from '../modules/lists/items.model.ts'

const given = {
  men: [
    'Ramesh',
    'Suresh',
    'Vikram',
    'Arun',
    'Deepak',
    'Imran',
    'Joseph',
    'Gurpreet',
    'Anil',
    'Sanjay',
    'Mahesh',
    'Rahul',
    'Nitin',
    'Prakash',
    'Yusuf',
    'Kiran',
    'Ashok',
    'Vishwanath',
    'Omkar',
    'Tanmay',
  ],
  women: [
    'Sunita',
    'Fatima',
    'Meenal',
    'Pooja',
    'Anusha',
    'Kamala',
    'Shalini',
    'Savitri',
    'Asha',
    'Lata',
    'Neha',
    'Priya',
    'Rekha',
    'Zainab',
    'Maria',
    'Jyoti',
    'Vaishnavi',
    'Swati',
    'Aaradhya',
    'Ishita',
  ],
} as const
const middle = [
  'Kumar',
  'Mohan',
  'Ajay',
  'Yusuf',
  'Rajaram',
  'Dilip',
  'Narayan',
  'Madhav',
  'Salim',
  'Venkat',
  'Prakash',
  'Ganesh',
] as const
const family = [
  'Joshi',
  'Sonawane',
  'Shaikh',
  'Kulkarni',
  'Rane',
  'Dsouza',
  'Bhosale',
  'Bedi',
  'Reddy',
  'More',
  'Iyer',
  'Pathan',
  'Gaikwad',
  'Chitale',
  'Gokhale',
  'Deshpande',
  'Patil',
  'Jadhav',
  'Nair',
  'Fernandes',
  'Chaudhari',
  'Kamble',
] as const
const areas = [
  'Kothrud',
  'Hadapsar',
  'Pimpri',
  'Baner',
  'Magarpatta',
  'Aundh',
  'Camp',
  'Nashik Road',
  'Satara City',
  'Sinnar',
] as const

/** Mulberry32: a small seeded generator, numbers from 0 to 1. */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    int: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    chance: (p: number) => next() < p,
  }
}
export type Dice = ReturnType<typeof seeded>

export const somePatient = (dice: Dice, serial: number) => {
  const isMan = dice.chance(0.5)
  const Age = dice.chance(0.08) ? dice.int(1, 14) : dice.int(18, 84)
  return {
    ClientTypeId: clientType.Patient,
    Name: [dice.pick(isMan ? given.men : given.women), dice.chance(0.6) ? dice.pick(middle) : null, dice.pick(family)]
      .filter(Boolean)
      .join(' '),
    GenderId: isMan ? gender.Male : gender.Female,
    Age,
    MobilePhone: `00${String(10_000_000 + serial)}`,
    Area: dice.pick(areas),
    IsActive: true,
  }
}
