// A verification rule on screen: the outcome of its trial, and its switch, which only a pathologist uses after a trial
// of this version.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sent } from '../../web/screen/no-server.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'
import { somebody } from '../../web/screen/session.fixture.ts'

afterEach(leave)

const rule = {
  VerificationRuleId: 3,
  Name: 'Sodium in range',
  LabId: 2,
  Lab: { ClientId: 2, Name: 'Central Laboratory' },
  ElementId: 1052,
  Element: { ElementId: 1052, Name: 'Sodium' },
  LowValue: 137,
  HighValue: 143,
  IsActive: false,
  RuleVersion: 2,
  SwitchedById: null,
  SwitchedBy: null,
  SwitchedAt: null,
  DryRunVersion: null,
  DryRunAt: null,
  DryRunResults: null,
  DryRunVerified: null,
  DryRunMisses: null,
  RowVersion: 1,
  Actions: { read: true, update: true },
}
const tried = {
  DryRunVersion: 2,
  DryRunAt: '2026-11-21T05:30:00.000Z',
  DryRunResults: 600,
  DryRunVerified: 540,
  DryRunMisses: 2,
}
const begin = (some: object = {}, session = somebody('Pathologist')) =>
  open('/verificationrules?VerificationRuleId=3', {
    session,
    read: [['/api/verificationrules/3', {}, { ...rule, ...some }]],
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const trial = page.getByRole('region', { name: 'Trial', exact: true })
/** Why the switch is disabled; undefined where it works. */
const whyNot = (name: string): string | undefined => {
  const id = button(name).element().getAttribute('aria-describedby')
  return id === null ? undefined : (document.getElementById(id)?.textContent ?? undefined)
}

test('a rule that was not tried cannot be switched on, and shows why', async () => {
  await begin()
  await expect.element(trial.getByText('Not tried yet. A rule is switched on only after its trial.')).toBeVisible()
  expect(whyNot('Switch on')).toBe('Try this version of the rule on past results first')
  await userEvent.click(button('Switch on'), { force: true })
  expect(sent()).toEqual([])
  await userEvent.click(button('Try on past results'))
  await expect.poll(sent).toContain('PUT /api/dryrun/verificationrules')
})

test('its trial shows the share that would be verified and how many were changed afterwards; then it can be switched on', async () => {
  await begin(tried)
  await expect
    .element(trial.getByText('600 past results: 540 would be verified (90 %), 2 of them were changed afterwards'))
    .toBeVisible()
  expect(whyNot('Switch on')).toBeUndefined()
  await userEvent.click(button('Switch on'))
  await expect.poll(sent).toContain('PUT /api/switchon/verificationrules')
})

test('a trial of an earlier version no longer counts, nor does one that found no past results', async () => {
  await begin({ ...tried, RuleVersion: 3 })
  await expect.element(trial.getByText('The rule was changed since. This trial no longer counts.')).toBeVisible()
  expect(whyNot('Switch on')).toBe('Try this version of the rule on past results first')
  await begin({ ...tried, IsOutdated: true })
  await expect.element(trial.getByText('The element was changed since. This trial no longer counts.')).toBeVisible()
  await begin({ ...tried, DryRunResults: 0, DryRunVerified: 0, DryRunMisses: 0 })
  await expect.element(trial.getByText('There are no past results to try it on')).toBeVisible()
  expect(whyNot('Switch on')).toBe('There were no past results to try it on')
})

test('a rule can be switched off, and all of the laboratory stopped at once', async () => {
  await begin({ ...tried, IsActive: true })
  await expect.element(button('Switch off')).toBeVisible()
  expect([button('Switch on').elements(), whyNot('Switch off')]).toEqual([[], undefined])
  await userEvent.click(button('Stop all of this lab'))
  await expect.poll(sent).toContain('PUT /api/stop/verificationrules')
})

test('a user without the permit to approve can try a rule but not switch it; a manager sees that only a pathologist can', async () => {
  await begin(tried, somebody('Technologist', 'lab', { without: ['verificationrules approve'] }))
  await expect.element(button('Try on past results')).toBeVisible()
  expect([button('Switch on').elements(), button('Stop all of this lab').elements()]).toEqual([[], []])
  await begin(tried, somebody('BusinessManager'))
  await expect.element(button('Switch on')).toBeVisible()
  expect(whyNot('Switch on')).toBe('Only a pathologist can switch rules on and off')
})
