// A complete record of each catalogue module, as a screen sends it, and the name of its key.
import { entityType, role } from '../../core/user.ts'
import { gender, resultType } from '../../modules/lists/items.model.ts'
import type { Json } from './signed-in.ts'

export const keyOf: Readonly<Record<string, string>> = {
  departments: 'DepartmentId',
  specimens: 'SpecimenId',
  instruments: 'InstrumentId',
  elements: 'ElementId',
  tests: 'TestId',
  labinstruments: 'LabInstrumentId',
  products: 'ProductId',
  pricelists: 'PriceListId',
  referralschemes: 'ReferralSchemeId',
  targets: 'TargetId',
  widgets: 'WidgetId',
  lists: 'ListId',
  users: 'UserId',
}
/** The fields that the specification names in each module. */
export const named: Readonly<Record<string, string>> = {
  departments: 'DepartmentId Name Description ParentDepartment',
  specimens: 'SpecimenId Name UnitOfMeasure Description',
  instruments: 'InstrumentId Name Description Department PrintWorksheet',
  elements:
    'ElementId Name Description UnitOfMeasure DepartmentId DecimalPlaces ReviewRequired ResultTypeId Formula ElementSpecimens ElementMeasurements',
  tests: 'TestId Name Description DepartmentId RecipieCost SeqNo IsActive Elements',
  labinstruments: 'LabInstrumentId Lab Instrument Elements',
  products:
    'ProductId Code Name Description OwnerId Owner Groups IsLocalProduct IsActive SubProducts Tests ProductLabs PriceLists',
  pricelists:
    'PriceListId EffectiveFromDate EffectiveTillDate SellerId Seller BuyerTypeId BuyerType BuyerId Buyer PriceListProducts',
  referralschemes: 'ReferralSchemeId EffectiveFromDate EffectiveTillDate SellerId ReferrerId ReferralSchemeProducts',
  targets: 'TargetId StartDate EndDate SalesManagerId TargetSaleAmount TargetProducts TargetClients',
  widgets: 'WidgetId RoleId EntityTypeId Target Label StatementId QueryParameters',
  lists: 'ListId ListName Restricted ListItems',
  users: 'UserId UserName FullName Email Picture Roles EmployerId Employer Entities DefaultEntityId IsActive',
}
/** A complete record of each module, without its key. */
export const records: Readonly<Record<string, Json>> = {
  departments: { Name: 'Toxicology', Code: 'TOX', Description: 'Drugs', ParentDepartmentId: 1, IsActive: true },
  specimens: {
    Name: 'Saliva',
    UnitOfMeasure: 'mL',
    Description: 'Whole',
    Container: 'Cup',
    DefaultTemperatureId: null,
    ContainerVolume: 2.5,
    IsActive: true,
  },
  instruments: {
    Name: 'Analyser 9',
    Description: 'New',
    DepartmentId: 1,
    PrintWorksheet: true,
    Interface: null,
    IsActive: true,
  },
  elements: {
    Code: 'E9',
    Name: 'Cortisol, saliva',
    UnitOfMeasure: 'nmol/L',
    DepartmentId: 1,
    DecimalPlaces: 1,
    ReviewRequired: true,
    ResultTypeId: resultType.Numeric,
    Formula: null,
    PrintOnReport: true,
    IsActive: true,
    ElementSpecimens: [{ SpecimenId: 1, MinVolume: 0.5, StdVolume: 1, TemperatureId: null }],
    ElementMeasurements: [
      { InstrumentId: null, GenderId: gender.Male, MinAge: 0, MaxAge: 17, LowValue: 1, HighValue: 5 },
      {
        InstrumentId: null,
        GenderId: gender.Male,
        MinAge: 18,
        MaxAge: 120,
        LowValue: 2,
        HighValue: 8,
        PrintableRange: '2 - 8',
        HasImage: false,
      },
    ],
  },
  tests: {
    Code: 'T9',
    Name: 'Cortisol',
    DepartmentId: 1,
    RecipieCost: 12.5,
    SeqNo: 7,
    TatHours: 24,
    IsActive: true,
    Elements: [{ ElementId: 1003 }, { ElementId: 1001 }],
  },
  labinstruments: { LabId: 2, InstrumentId: 1, IsActive: true, Elements: [{ ElementId: 1001 }, { ElementId: 1002 }] },
  products: {
    Code: 'NEW9',
    Name: 'Cortisol profile',
    OwnerId: 2,
    IsLocalProduct: false,
    IsActive: true,
    Mrp: 900,
    Groups: [],
    Tests: [{ TestId: 2002 }, { TestId: 2001 }],
    SubProducts: [{ ProductId: 3001 }],
    ProductLabs: [
      { SourceLabId: 2, DestinationLabId: 4, MandateLRN: 'Forward' },
      { SourceLabId: 2, DestinationLabId: 2, MandateLRN: null },
    ],
  },
  pricelists: {
    EffectiveFromDate: '2031-04-01',
    EffectiveTillDate: '2032-03-31',
    SellerId: 2,
    BuyerTypeId: null,
    BuyerId: null,
    PriceListProducts: [
      { ProductId: 3001, Price: 300, Discount: 0 },
      { ProductId: 3002, Price: 450.5, Discount: 10 },
    ],
  },
  referralschemes: {
    EffectiveFromDate: '2031-04-01',
    EffectiveTillDate: '2032-03-31',
    SellerId: 2,
    ReferrerId: 141,
    ReferralSchemeProducts: [
      { ProductId: 3001, Commission: 10 },
      { ProductId: 3002, Commission: 12.5 },
    ],
  },
  targets: {
    StartDate: '2031-04-01',
    EndDate: '2031-06-30',
    SalesManagerId: 14,
    TargetSaleAmount: 500000,
    TargetProducts: [
      { ProductId: 3001, TargetQuantity: 100, TargetSaleAmount: null },
      { ProductId: 3002, TargetQuantity: 50, TargetSaleAmount: 22525.5 },
    ],
    TargetClients: [{ ClientId: 101, TargetVisits: 4, TargetSaleAmount: 90000 }],
  },
  widgets: {
    RoleId: role.Logistics,
    EntityTypeId: entityType.Lab,
    Target: 'T4',
    Label: 'Ten days of sales',
    StatementId: 2101,
    QueryParameters: '{"Days":10}',
  },
  lists: {
    ListName: 'Colours',
    Restricted: false,
    ListItems: [
      { ItemName: 'Red', ItemLabel: 'Red', ItemValue: 'r' },
      { ItemName: 'Blue', ItemLabel: 'Blue' },
    ],
  },
  users: {
    UserName: 'newcomer',
    FullName: 'A Newcomer',
    Phone: null,
    Email: 'new@example.com',
    Roles: [{ RoleId: role.FrontDesk }, { RoleId: role.Technologist }],
    EmployerId: 1,
    Entities: [{ ClientId: 2 }, { ClientId: 12 }],
    DefaultEntityId: 2,
    IsActive: true,
  },
}
