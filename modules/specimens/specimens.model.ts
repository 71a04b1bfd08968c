// A specimen: what is collected, into which container, and how much of it one container holds.
import { boolean, choice, defineModel, integer, multiline, number, text, yesNo } from '../../core/model.ts'

const specimenFields = {
  SpecimenId: integer('Specimen Id', { computed: true }),
  Name: text('Name', { required: 'Name is required', maxLength: 80 }),
  UnitOfMeasure: text('Unit of Measure', { required: 'Unit of Measure is required', maxLength: 20 }),
  Description: multiline('Description', { maxLength: 500 }),
  Container: text('Container', { maxLength: 80 }),
  CapColour: text('Cap Colour', { maxLength: 40 }),
  Additive: text('Additive', { maxLength: 80 }),
  DefaultTemperatureId: choice('Temperature', 108),
  // in the unit of measure
  ContainerVolume: number('Container Volume', {
    min: 0.001,
    max: 10_000,
    range: 'Container Volume must be more than 0',
    otherwise: 4,
  }),
  IsActive: boolean('Active'),
}

export const specimens = defineModel({
  id: 'specimens',
  name: 'Specimens',
  singular: 'Specimen',
  icon: 'droplet',
  group: 'Set-up',
  sequence: 50,
  key: ['SpecimenId'],
  statementId: 1013,
  fields: specimenFields,
  list: ['SpecimenId', 'Name', 'UnitOfMeasure', 'Container', 'CapColour', { Temperature: 'text?' }, 'IsActive'],
  filters: {
    SpecimenId: integer('Specimen Id'),
    Name: text('Name'),
    IsActive: yesNo('Active'),
  },
  imports: true,
  permits: ['list', 'read', 'create', 'update'],
})
