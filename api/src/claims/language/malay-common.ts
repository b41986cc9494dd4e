import { wordList } from './words.ts';

/** Common words, of which a capital says nothing at the start of a sentence or in a heading. */
export const MALAY_COMMON: ReadonlySet<string> = new Set(
  wordList(`
abang abah acara ada adakah adalah adik adil adunan agak agar agenda agensi ahli aiskrim air ajak ajar akan akhir
akhirnya akibat aksesori aku akui alah alam alamat alas alat alih aliran alternatif aman amal amalan amat amaun
ambil anak anak-anak ancam anda aneka angin angkat angka anjing antara antar anugerah anyam apa apabila apakah api
arah arang asal asam asap asas asin asing asli asrama asyik atap atas atau atur awak awal awam awan awas ayah ayam
ayat ayuh babe baca badan badminton bagai bagaimana bagi bagus bahagia bahagian bahan baharu bahasa bahaya bahu baik
baja baju bakar bakat baki bakul balas baldi balik balut bandar banding bangga bangku bangsa bangun banjir bank
bantal bantu bantuan banyak bapa barang barangan barat baring baru baru-baru bas basah basikal basuh batal batang
batas bateri batik batu bau bawa bawah bawang bayang bayangkan bayar bayaran bayi bazar beban bebas beberapa beca
beda beg begini begitu bekal bekas bela belah belajar belakang belanja beli beliau belikan belum benang benar benda
bengkel bentuk beras berat berani berbaloi berhenti beri berita bermula bersama bersih besar besok betul biar biasa
bibir bicara bidang bijak biji bil bila bilik bimbang bina bincang bintang biru biskut bisnes bobal bocor bola boleh
bom bonus bos bossku botol brek buah buang buat budak budaya budi buka bukan bukit buku bulan bulat bulu bumbung
bumi bungkus bunga bunyi burger burung buruk busuk butik butir cabang cabar cabut cadang cahaya cair cakap cakera
calon campur canggih cantik cap capai cara cari carum cas casing cat catat cawan cawangan cegah cemas cemerlang
cendol cepat cerah cerdik ceria cerita cermin cetak cinta ciri citarasa coklat cuaca cuba cubit cuci cucu cukup cuma
cuti dah dagang daging dahan dahulu dahaga dada daftar dalam damai dan dana dapat dapur darah dari daripada darurat
dasar data datang datuk daun daya dekat demam demi dengan dengar depan deposit deras derma desa destinasi dewan
dewasa di dia dialog diam diet digital dilema diri disiplin diskaun doa dobi dokumen doktor donat doh dosa dosis dos
dua dulu dunia duit duduk durian dusun duti eh ekar ekonomi ekor elak elok emak emas embun emosi empat empuk enak
encik esok faedah faham faktor famili fasa fesyen fikir filem fizikal fokus gadai gagal gajah gaji galak gambar
ganas ganda gandum ganggu ganti garam garing garis gas gaun gaya gebu gelak gelap gelas gembira gemuk gerai gerak
getah gigi gigit goreng gosok gotong-royong gred guna gula gulai gulung gunung guru had hadapan hadiah hadir hai
haiwan hak hal halal halaman halus hambar hamil hancur hangat hanya hantar hanyut harap harapan harga hari harian
haruman harum hasil haus hati hebat helai hemat hendak herba hias hidang hidangan hidung hidup hijau hilang hingga
hirup hitam hobi hubungi hujan hujung hukum hulur hutan ia iaitu ialah ibu ibubapa idaman idea ikan iklan ikut ilham
ilmu imbas impian indah industri info ingat ingin ini inti intip inilah isi istimewa isteri itik itu itulah izin
jabatan jadi jadual jaga jalan jalan-jalan jam jaminan jambatan jamu jangan jangka janji jarak jarang jari jari-jari
jasa jasad jatuh jauh jawab jawapan jaya jelas jemput jemputan jemur jenama jenis jernih jika jikalau jimat jiran
jiwa jom jual jualan juga jumlah jumpa juruaudit juta jutaan kad kadang kadang-kadang kadar kahwin kain kaki kalah
kalau kali kaluh kamera kami kampung kamu kanak-kanak kantin kanan kandungan kapal kapten kasih kasut kata katil
kawal kawan kawasan kaya kayu ke kebaya kebun kecil kecuali kedai kehidupan kehabisan keju kek kelab kelas kelmarin
keluar keluarga kelulusan kemas kemahiran kembali kempen kemudian kena kenapa kenang kenduri kenal kencing kenyang
kepada kepala kepakaran keputusan keping kerana keras kereta kerja kering kerusi kertas kes kesan kesihatan ketawa
ketika ketua khabar khas khasiat khemah khidmat khusus kicap kilang kini kipas kira kiri kita kitar klinik kolam
kolej komen komuniti kondisi kongsi konsert konvoi kopi korang kosong kos kotor kraf kreatif kuah kuat kubis kucing
kuih kuku kukus kuliah kulit kumpul kunci kuning kunjung kupas kupon kurang kurangkan kurma kurung kutip kutipan
laci lada lagi lagu lahir lain laksa laku lalu lama lamaran lambat laman lampin lampu langgan langit langkah
langsung lantai lapar lapis laporan lapor larang laris latih latihan laut lawa lawan lawat layak layan layari lazat
lazim lebah lebar lebih leleh lelah lemah lemak lembap lembut lengkap lena lenguh letak lesen lewat licin lihat
lilin lima lindung lipat listrik loker longkang lokasi lori luar luas luka lulus lumat lumayan lupa lupakan lurus
lusa macam macam-macam mahal mahir mahu main majlis mak maka makan makanan makin maklum maklumat maksud malah malam
malas malu mana mandi mangkuk manis manja mari masa masak masakan masalah masam masih masing-masing masjid masuk
mata matahari matematik mati mau mee mekanik meja melainkan melalui meletup memang memilih mesra mesti mesin
mesyuarat mewah mimpi minat minggu minit minta minum minuman minyak mohon motor mudah muda mula mulai mulut mungkin
muka murah murid murid-murid musim muzik naik nak nama nampak nanas nanti nasi nasihat negara negeri nenek niat
nikmat nikmati nilai nisbah nyaman nyamuk nyawa ok okay oleh ombak orang otak otot pada padahal padang padat padu
pagi pahit pakai pakaian pakar pakej paksa paling pan panas pandu panduan panjang pantai pantas papan para parah
parkir pasang pasar pasaran pasir pasti pasu patut payah pecah pedas pegang pejabat pekat pekerja pelajar pelajaran
pelan pelanggan pelamin pelbagai peluang pembeli pemandangan pemenang pemilik penat penawar pendaftaran pendek
penduduk pengalaman penganalisis pengantin pengerusi penghantaran pengguna penuh penting penjualan penyaman
pensyarah perabot peraduan perak percaya percubaan perempuan pergi perhatian perisa periksa peringatan perlahan
perlawanan perlu pernah persatuan persekitaran persembahan pertama pertemuan perut pesan pesanan pesta petang petani
petik peti petua piawai pihak pijak pilih pilihan pindah pinggan pinjam pintu pisang pisau plastik pokok pos potong
potongan promosi puas puasa puisi pukul pula pulang pulau puluh pun punca pusat putar putih putus rahmat rahsia
rahsianya rai raih rajin rakam rakaman rakan rakyat ramai ramas ramadan ramalan rambut rancang rangup rapat rasa
rasai rasmi rata-rata rawat rawatan realiti rebat rehat reka rekod remaja rempah rendah rendang resah resepi
restoran riang ribut rindu ringan rindukan roti ruang rugi rujuk rumah rumput runcit rupa rusak rosak saat sabar
sabun sahaja sahabat saham sah saiz saja sajian sakit salah salam sama sambal sambil sambut sampah sampai sana
sangat santan santai sapa saran sarapan sarung sasaran satu saudara sawah saya sayang sayur sebab sebaik sebelah
sebelum sebenar sebenarnya sebuah sedang sedap sederhana sedia sedih sedikit segala segar segera sejak sejahtera
sejarah sejuk sekali sekarang sekejap seketika sekeping sekitar sekolah seksyen selain selalu selama selamat selepas
selera selesa seluruh semalam semak sembang semasa sementara semoga sempena semua semula semuanya senang senarai
senda sendiri seni senyum senyuman seorang seperti sepasang seramai serat seri seronok serta servis sesal sesi
sesiapa sesuai sesuatu setakat setelah setiap setia sewa siap siapa sibuk sihat sijil sikit simpan sinar singgah
sini sirap siri sis situ soalan sofa sokong sosial sotong sos spesial stok suami suara suasana subuh sudah sudu suhu
suka sukan sukarelawan sukar sulam sulaman sumbangan sumber sungai sungguh supaya surat susah susu sutera syarat
syarikat syukur tabung tadi tadika tahan tahap tahniah tahu tahun tajuk tak takkan taklimat takut taman tamat tambah
tambahan tanah tanam tanda tandas tangan tanggal tangki tanpa tanya tapak tapau tapi target tarik tarikan tarikh
taruh tata tatkala tauhu tawar tawaran tawa tayar tebal tebing teguh teh telah telan telefon telinga teliti telur
teman tembikai tempat tempah tempahan tempatan tempoh tenaga tenang tengah tengok tentang tepat tepi tepung terapi
terapis terbaik terima terima-kasih teringin terjual terlalu terus terutama tetap tetamu tetapi tiada tiap tiba
tiba-tiba tiket tidak tidur tikus timbang timur tinggal tinggi tingkat tips tolong tudung tugas tukar tuan tulen
tulis tumpang tunai tunggu tunjuk turun tutup ubah ubat udang udara ujar uji ulam ulang ulasan umur umum undang
untuk untung upah urat urus urutan usah usaha usia utama utara vaksin video waktu wajah wajib walau walaupun wang
wanita wangi warga warna warung waranti wujud ya yang yakin yuran yuk zaman zip abang-abang cikgu puan kak bercakap
rondaan dinding
`),
);
