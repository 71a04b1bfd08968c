// Reports for the tests: two departments as on a usual day, and variants of it. All names are made up.
import { LAB } from '../../../server/print/letterhead.fixture.ts'
import { BAPAT, BIOCHEMISTRY, HAEMATOLOGY, reportRow } from './department.fixture.ts'
import type { ReportData } from './report.model.ts'

export const FINAL: ReportData = {
  Letterhead: LAB,
  Patient: {
    Name: 'Prakash Madhav Kulkarni',
    LocalName: 'प्रकाश माधव कुलकर्णी',
    AgeSex: 'Male, 58 years',
    BirthDate: '12-Mar-1968',
    PatientId: 'P-0004127',
    Gender: 'Male',
  },
  Sample: {
    AccessionNo: 'NCL2611000871',
    LRN: '5501873',
    Collected: '21-Nov-2026 07:42 AM',
    Received: '21-Nov-2026 09:20 AM',
    Reported: '21-Nov-2026 01:05 PM',
    Doctor: 'Dr Harshal More, Nephrology',
    Client: 'Nivara Collection Centre - Kothrud',
    Specimens: [
      { No: '-01', Specimen: 'EDTA blood (lavender cap)' },
      { No: '-02', Specimen: 'Serum (yellow cap), fasting' },
    ],
  },
  State: 'FINAL',
  Version: 2,
  VersionText: '2, final, completes 1',
  ReportNo: 'NCL2611000871',
  Hash: '42df5b4fec80aa11bb22cc33dd44ee55ff6677889900aabbccddeeff00112233',
  VerifyUrl: 'https://verify.example.com/r/NCL2611000871/2/42df5b4fec80',
  VerifyText: 'verify.example.com/r',
  Pending: [],
  Amendment: null,
  SupersededBy: null,
  Departments: [HAEMATOLOGY, BIOCHEMISTRY],
  Interpretation: [
    {
      Topic: 'Potassium 6.7 mmol/L',
      Text: 'Confirmed on repeat; haemolysis excluded. Correlate with ECG and with drugs that raise potassium. Repeat on a fresh sample is advised.',
    },
    {
      Topic: 'eGFR 22, stage G4',
      Text: 'CKD-EPI 2021, without race. Was 27 on 14-Aug-2026. Chronic kidney disease needs findings for 3 months or more; urine albumin/creatinine ratio completes the staging.',
    },
    {
      Topic: 'Lipids',
      Text: 'Decision limits, not reference intervals. LDL is calculated and not given when triglycerides exceed 400 mg/dL.',
    },
  ],
}

export const PARTIAL: ReportData = {
  ...FINAL,
  State: 'PARTIAL',
  Version: 1,
  VersionText: '1, partial',
  Departments: [{ ...BIOCHEMISTRY, Tests: BIOCHEMISTRY.Tests.slice(1) }],
  Pending: [
    {
      Test: 'Complete blood count',
      Sample: '-01 EDTA blood',
      State: 'Smear under review',
      Expected: '21-Nov-2026 01:00 PM',
    },
    { Test: 'Lipid profile', Sample: '-02 Serum', State: 'In process', Expected: '21-Nov-2026 01:00 PM' },
  ],
  Interpretation: FINAL.Interpretation.slice(0, 2),
}

export const AMENDED: ReportData = {
  ...FINAL,
  State: 'AMENDED',
  Version: 3,
  VersionText: '3, amended',
  Amendment: {
    Issued: '22-Nov-2026 10:12 AM',
    Replaces: 'Replaces version 2 of 21-Nov-2026 01:05 PM',
    WasVersion: 2,
    Changes: [
      { What: 'Platelet count', Was: '84 10³/µL, LOW', Is: '236 10³/µL, within interval' },
      { What: 'Comment, haematology', Was: 'Thrombocytopenia', Is: 'Platelet clumps in EDTA' },
    ],
    Reason: 'Platelets clumped in EDTA; counted again on citrate, sample -03. Others unchanged.',
    By: 'Dr Vaishali Bapat',
    Informed: 'Dr Harshal More, by telephone, 22-Nov-2026 10:20 AM',
  },
  Departments: [
    {
      ...HAEMATOLOGY,
      Tests: HAEMATOLOGY.Tests.map((test) => ({
        ...test,
        Comments: null,
        Rows: test.Rows.map((r) =>
          r.Element === 'Platelet count'
            ? { ...r, Result: '236', Flag: 'N' as const, Method: 'Citrate, × 1.1', WasResult: '84 LOW in version 2' }
            : r,
        ),
      })),
    },
    BIOCHEMISTRY,
  ],
}

/**
 * Everything a day rarely has at once: words, running text, no interval, no result, a referral lab, long names, a third
 * department.
 */
export const LONG: ReportData = {
  ...FINAL,
  Patient: {
    ...FINAL.Patient,
    Name: 'Venkatanarasimharajuvaripeta Subrahmanyeswara Lakshminarayana Rao',
    LocalName: null,
  },
  Interpretation: [],
  Departments: [
    HAEMATOLOGY,
    BIOCHEMISTRY,
    {
      Name: 'Microbiology and Clinical Pathology',
      Sample: '-03 Midstream urine, -04 Stool, and a long description of how they came',
      Analyser: null,
      Approved: null,
      Signatories: [BAPAT],
      Tests: [
        {
          Name: 'Urine routine',
          Note: null,
          Comments: 'Seen twice.',
          PerformedBy: 'Sahyadri Reference Laboratory, Mumbai',
          Rows: [
            reportRow({ Element: 'Colour', Kind: 'text', Result: 'Pale yellow', IntervalText: '' }),
            reportRow({
              Element: 'Protein',
              Kind: 'text',
              Result: 'Present (++)',
              Flag: 'A',
              IntervalText: 'Absent',
              PreviousResult: 'Absent',
              PreviousDate: '14-Aug-2026',
            }),
            reportRow({
              Element: 'Glucose',
              Kind: 'text',
              Result: 'Nil',
              IntervalText: 'Nil',
              Comment: 'By strip and by chemistry.',
            }),
            reportRow({
              Element: 'Immunoreactive something with a very long name that must wrap in its column',
              Method: 'Chemiluminescence',
              Result: '1234567',
              Unit: 'IU/mL',
              IntervalText: null,
            }),
            reportRow({
              Element: 'Specific gravity',
              Result: '1.020',
              IntervalText: '1.005–1.030',
              Low: 1.005,
              High: 1.03,
            }),
            reportRow({ Element: 'Troponin', Result: '<0.5', Unit: 'ng/L', IntervalText: '< 14', High: 14 }),
            reportRow({
              Element: 'LDL, calculated',
              Kind: 'not calculated',
              Unit: 'mg/dL',
              IntervalText: '< 100',
              High: 100,
            }),
            reportRow({
              Element: 'Sodium',
              Result: '118',
              Unit: 'mmol/L',
              Flag: 'LL',
              IntervalText: '136–145',
              Low: 136,
              High: 145,
              CriticallyLow: 120,
              Comment: 'Seen once.',
            }),
          ],
        },
        {
          Name: 'Culture and sensitivity',
          Note: null,
          Comments: null,
          PerformedBy: null,
          Rows: [
            reportRow({
              Element: 'Microscopy',
              Kind: 'narrative',
              Result: 'Plenty of pus cells. '.repeat(30),
              IntervalText: '',
            }),
            reportRow({
              Element: 'Culture',
              Kind: 'narrative',
              Result: 'Escherichia coli, more than 10⁵ CFU/mL. '.repeat(12),
              IntervalText: '',
              Flag: 'A',
            }),
          ],
        },
      ],
    },
  ],
}
