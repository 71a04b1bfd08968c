// The product's name and version.
export const product = { name: 'Aliquot', version: 'Version 1.3.1', year: '2022' }
