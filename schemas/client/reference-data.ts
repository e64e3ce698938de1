// Generated from the reference data by `npm run generate`: do not edit.

import type * as schemas from './openapi-types.ts';

/** The ids of ApplicantRoutingType, by name. */
export const ApplicantRoutingType = {
  Email: 1,
  URL: 2,
} as const;
export type ApplicantRoutingType = schemas.ApplicantRoutingType;

/** The ids of Category, by name. */
export const Category = {
  Accounting: 1,
  AdministrativeAndOfficeSupport: 2,
  AgricultureFishingAndForestry: 3,
  AnimalCare: 4,
  ArtsFilmAndEntertainment: 5,
  BankingFinanceAndInsurance: 6,
  BiotechnologyAndPharmaceutical: 7,
  ChildCare: 8,
  Construction: 9,
  ConsultingAndBusinessServices: 10,
  CreativeAndGraphicDesign: 11,
  CustomerService: 12,
  EducationAndTraining: 13,
  EngineeringAndArchitecture: 14,
  EnvironmentAndEnergy: 15,
  ExecutiveAndManagement: 16,
  FacilitiesAndCleaning: 17,
  FoodAndBeverage: 18,
  GovernmentAndPublicAdministration: 19,
  HealthCare: 20,
  HospitalityAndTourism: 21,
  HumanResourcesAndRecruiting: 22,
  InformationTechnology: 23,
  Labour: 24,
  Legal: 25,
  ManufacturingAndProduction: 26,
  MediaAndCommunications: 27,
  MiningOilAndGas: 28,
  NonProfit: 29,
  PurchasingAndSupplyChain: 30,
  RealEstateAndPropertyManagement: 31,
  Retail: 32,
  SalesAndMarketing: 33,
  ScienceAndResearch: 34,
  SecurityAndEmergencyServices: 35,
  SkilledTrades: 36,
  SocialAndCommunityServices: 37,
  SportsFitnessAndRecreation: 38,
  TransportationAndWarehousing: 39,
  Other: 40,
} as const;
export type Category = schemas.Category;

/** The ids of PositionType, by name. */
export const PositionType = {
  FullTime: 1,
  PartTime: 2,
  Contract: 3,
  Temp: 4,
  Volunteer: 5,
} as const;
export type PositionType = schemas.PositionType;

/** The ids of SalaryPeriod, by name. */
export const SalaryPeriod = {
  Yearly: 1,
  Monthly: 2,
  Weekly: 3,
  Daily: 4,
  Hourly: 5,
} as const;
export type SalaryPeriod = schemas.SalaryPeriod;
