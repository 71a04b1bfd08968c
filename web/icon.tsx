// Icons by the names the models use; only these are in the bundle.
import {
  IconBook, IconBuilding, IconCalendarTime, IconCategory, IconChartBar, IconClipboardList, IconCoins, IconCurrencyRupee, IconDroplet, IconFileCheck, IconFileText, IconFlask,
  IconGauge, IconGitMerge, IconHeartHandshake, IconLayoutDashboard, IconLayoutGrid, IconList, IconListDetails, IconMapPin, IconMicroscope, IconPackage, IconPackageImport, IconReceipt, IconReport,
  IconReportMedical, IconShieldLock, IconStethoscope, IconTag, IconTarget, IconTestPipe, IconTestPipe2, IconTruck, IconUser, IconUsers, IconUserShare, IconWallet,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type IconComponent = ComponentType<{ size?: number; stroke?: number }>
const icons: Record<string, IconComponent> = {
  Book: IconBook, Building: IconBuilding, CalendarTime: IconCalendarTime, Category: IconCategory, ChartBar: IconChartBar, ClipboardList: IconClipboardList, Coins: IconCoins,
  CurrencyRupee: IconCurrencyRupee, Droplet: IconDroplet, FileCheck: IconFileCheck, FileText: IconFileText, Flask: IconFlask, Gauge: IconGauge, GitMerge: IconGitMerge, HeartHandshake: IconHeartHandshake,
  LayoutDashboard: IconLayoutDashboard, LayoutGrid: IconLayoutGrid, List: IconList, ListDetails: IconListDetails, MapPin: IconMapPin, Microscope: IconMicroscope, Package: IconPackage, PackageImport: IconPackageImport,
  Receipt: IconReceipt, Report: IconReport, ReportMedical: IconReportMedical, ShieldLock: IconShieldLock, Stethoscope: IconStethoscope, Tag: IconTag, Target: IconTarget,
  TestPipe: IconTestPipe, TestPipe2: IconTestPipe2, Truck: IconTruck, User: IconUser, Users: IconUsers, UserShare: IconUserShare, Wallet: IconWallet,
}
/** The icon of a model: `receipt`, `test-pipe` and `TestPipe` all name one; an unknown name gives a plain list. */
export const ModelIcon = ({ name, size = 16 }: { name: string; size?: number }) => {
  const pascal = name.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
  const Icon = icons[pascal] ?? IconList
  return <Icon size={size} stroke={1.6} />
}
