// Icons by the names that the models use; only these are in the bundle.
import {
  IconAdjustments,
  IconBook,
  IconBuilding,
  IconCash,
  IconCategory,
  IconClipboardList,
  IconCoins,
  IconCurrencyRupee,
  IconDroplet,
  IconFileCheck,
  IconFileInvoice,
  IconFlask,
  IconGauge,
  IconGift,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconList,
  IconListDetails,
  IconMicroscope,
  IconPackage,
  IconReceipt,
  IconReport,
  IconReportMedical,
  IconSettings,
  IconShieldCheck,
  IconStethoscope,
  IconTag,
  IconTarget,
  IconTestPipe,
  IconTestPipe2,
  IconTruck,
  IconUser,
  IconUsers,
  IconWalk,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type IconComponent = ComponentType<{ size?: number; stroke?: number }>
const icons: Record<string, IconComponent> = {
  Adjustments: IconAdjustments,
  Book: IconBook,
  Building: IconBuilding,
  Cash: IconCash,
  Category: IconCategory,
  ClipboardList: IconClipboardList,
  Coins: IconCoins,
  CurrencyRupee: IconCurrencyRupee,
  Droplet: IconDroplet,
  FileCheck: IconFileCheck,
  FileInvoice: IconFileInvoice,
  Flask: IconFlask,
  Gauge: IconGauge,
  Gift: IconGift,
  HeartHandshake: IconHeartHandshake,
  LayoutDashboard: IconLayoutDashboard,
  LayoutGrid: IconLayoutGrid,
  List: IconList,
  ListDetails: IconListDetails,
  Microscope: IconMicroscope,
  Package: IconPackage,
  Receipt: IconReceipt,
  Report: IconReport,
  ReportMedical: IconReportMedical,
  Settings: IconSettings,
  ShieldCheck: IconShieldCheck,
  Stethoscope: IconStethoscope,
  Tag: IconTag,
  Target: IconTarget,
  TestPipe: IconTestPipe,
  TestPipe2: IconTestPipe2,
  Truck: IconTruck,
  User: IconUser,
  Users: IconUsers,
  Walk: IconWalk,
}
/** The icon of a model: `receipt`, `test-pipe` and `TestPipe` all name one; an unknown name gives a plain list. */
export const ModelIcon = ({ name, size = 16 }: { name: string; size?: number }) => {
  const pascal = name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
  const Icon = icons[pascal] ?? IconList
  return <Icon size={size} stroke={1.6} />
}
